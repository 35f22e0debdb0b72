import 'server-only';
import { linkMany } from '@/lib/dependency/queries.bulk';
import { allow, DomainError } from '@/lib/errors';
import { dayAfter } from '@/lib/formats/days';
import type { Ctx } from '@/lib/org';
import { ARCHIVED, canBeAssigned, canCreateTask, canSetAudience, takesNewTasks } from '@/lib/task/policy';
import { projectFacts } from '@/lib/task/queries.facts';
import { refuseNew } from '@/lib/task/queries.rank';
import { parentFor, refuseDeep } from '@/lib/task-parts/queries';
import { thereStill } from '@/lib/template/queries';
import { insertWhole } from '@/lib/template/queries.many';
import type { TemplateTask } from '@/lib/template/schema';
import { newId } from '@/lib/validation';

type Place = {
  projectId: string;
  /** Its name, for the history. */
  template: string;
  /** `YYYY-MM-DD`, from which days are counted. */
  from: string;
  /** Member ids by role; null: nobody. */
  people: readonly (string | null)[];
  /** The task of the project that its tasks are to stand below. */
  parentId?: string;
  /** Ids of its milestones, by their places. */
  milestones?: readonly string[];
};

const PENDING = 1;

/**
 * Makes the tasks of a template: pending, with nothing ticked. Labels, categories and people that are gone are left out;
 * clients see what is meant for them where the caller may share.
 * @returns their ids, in the order of the template
 */
export async function makeTasks(ctx: Ctx, tasks: readonly TemplateTask[], place: Place): Promise<string[]> {
  const { projectId, template, from, people, parentId = null, milestones = [] } = place;
  const { memberId } = ctx.actor;
  const memberIds = [...new Set(people.filter((one) => one !== null))];
  const project = await projectFacts(ctx, projectId, { memberIds });
  allow(canCreateTask(ctx.actor, projectId));
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
  if (!tasks.length) return [];
  await refuseNew(ctx, { projectId, status: PENDING }, tasks.length);
  const known = await thereStill(ctx, tasks);
  const fit = new Set(project.people.filter(canBeAssigned).map(({ id }) => id));
  const ids = tasks.map(() => newId());
  // None has anything below it yet; that they fit below their parent is known when they are there.
  const parent = parentId ? await parentFor(ctx, { id: newId(), projectId }, parentId) : null;
  const shares = canSetAudience(ctx.actor, { projectId, createdById: memberId, assigneeIds: [], audience: 'client' });
  const made = tasks.map((task, at) => ({
    task,
    subject: {
      id: ids[at] ?? '',
      projectId,
      audience: shares && parent?.audience !== 'internal' ? task.audience : 'internal',
      version: 1,
    },
  }));
  const day = (days: number | null) => (days === null ? null : dayAfter(from, days));
  await insertWhole(
    ctx,
    projectId,
    made.map(({ task, subject: { id, audience } }) => ({
      task: {
        ...{ id, audience, title: task.title, description: task.description, status: PENDING, priority: task.priority },
        categoryId: task.category_id && known.has(task.category_id) ? task.category_id : null,
        milestoneId: task.milestone === null ? null : (milestones[task.milestone] ?? null),
        parentId: task.parent === null ? (parent?.id ?? null) : (ids[task.parent] ?? null),
        ...{ startDate: day(task.start_in), dueDate: day(task.due_in), estimateMinutes: task.estimate_minutes },
        ...{ createdById: memberId, createdAt: null, completedAt: null },
      },
      memberIds: task.roles.flatMap((role) => people[role] ?? []),
      labelIds: task.label_ids.filter((one) => known.has(one)),
      custom: task.custom ?? {},
      items: task.checklist.map((title) => ({ title, done: false })),
    })),
    fit,
  );
  if (parent) await refuseDeep(ctx, ids[0] ?? '', parent.id);
  await linkMany(
    ctx,
    tasks.flatMap(({ blocked_by }, at) =>
      blocked_by.map((other) => ({ task_id: ids[other] ?? '', blocks_id: ids[at] ?? '' })),
    ),
    new Set(ids),
  );
  if (parent) ctx.happened('task.progressed', { id: parent.id, projectId, audience: parent.audience });
  for (const { subject } of made) {
    ctx.happened('task.created', subject);
    ctx.happened('task.templated', subject, { template });
  }
  return ids;
}
