import 'server-only';
import type { RunningJob } from '@/lib/contract/job';
import { linkMany } from '@/lib/dependency/queries.bulk';
import { allow, DomainError } from '@/lib/errors';
import { makeFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { contentIn, mustFitQuota } from '@/lib/file/queries.content';
import { dayAfter } from '@/lib/formats/days';
import { milestonesIn } from '@/lib/milestone/queries.copy';
import type { Ctx } from '@/lib/org';
import { IdMap } from '@/lib/organisation-archive/ids';
import { canCreateProject } from '@/lib/project/policy';
import {
  type CopiedTask,
  filesAfter,
  linksAfter,
  sourceProject,
  standing,
  type TaskPlace,
  tasksAfter,
} from '@/lib/project-copy/queries';
import type { CopyJob } from '@/lib/project-copy/schema';
import type { Part } from '@/lib/project-copy/vocabulary';
import { createRule } from '@/lib/rule/commands';
import { listRules } from '@/lib/rule/queries';
import { CreateRule } from '@/lib/rule/schema';
import { ARCHIVED, canBeAssigned, canCreateTask, canSetAudience, takesNewTasks } from '@/lib/task/policy';
import { projectFacts } from '@/lib/task/queries.facts';
import { refuseNew } from '@/lib/task/queries.rank';
import { withoutRules } from '@/lib/task/queries.undo';
import { thereStill } from '@/lib/template/queries';
import { insertWhole } from '@/lib/template/queries.many';

/** Of one transaction: short locks, and what dies repeats only this. */
const MOST = { tasks: 200, links: 1_000, files: 20 };
const MOST_RULES = 200;
const PENDING = 1;

type Cursor =
  | { phase: 'tasks'; after: TaskPlace | null }
  | { phase: 'links'; after: { task_id: string; blocks_id: string } | null }
  | { phase: 'files'; after: string | null }
  | { phase: 'rules' };
const START: Cursor = { phase: 'tasks', after: null };

/** The next piece of a copy; true when nothing is left. */
export const copyNextPiece = (job: RunningJob<CopyJob>): Promise<boolean> =>
  job.door(async (ctx) => {
    allow(canCreateProject(ctx.actor), 'Your role cannot create projects.');
    const { next, made } = await copyPiece(ctx, job.payload, (job.cursor as Cursor | null) ?? START);
    if (made) ctx.happened('tasks.arrived', { projectId: job.payload.to });
    await job.advance(ctx, { ...job.progress, done: job.progress.done + made }, next);
    return next === null;
  });

/** In the caller's transaction: of a small project. */
export async function copyAll(ctx: Ctx, plan: CopyJob): Promise<void> {
  for (let cursor: Cursor | null = START; cursor; ) cursor = (await copyPiece(ctx, plan, cursor)).next;
}

/** `made`: how many tasks and files. */
async function copyPiece(ctx: Ctx, plan: CopyJob, cursor: Cursor): Promise<{ next: Cursor | null; made: number }> {
  const copy = { plan, take: new Set(plan.take), ids: new IdMap(plan.mask, new Map()) };
  await sourceProject(ctx, plan.from);
  switch (cursor.phase) {
    case 'tasks': {
      const tasks = copy.take.has('tasks') ? await tasksAfter(ctx, plan.from, cursor.after, MOST.tasks) : [];
      await copyTasks(ctx, copy, tasks);
      const last = tasks.length < MOST.tasks ? undefined : tasks.at(-1);
      return {
        next: last ? { phase: 'tasks', after: last } : { phase: 'links', after: null },
        made: tasks.length,
      };
    }
    case 'links': {
      const links = copy.take.has('tasks') ? await linksAfter(ctx, plan.from, cursor.after, MOST.links) : [];
      const made = links.map((link) => ({
        task_id: copy.ids.id(link.task_id),
        blocks_id: copy.ids.id(link.blocks_id),
      }));
      // The original had no circle, so there is none among these.
      await linkMany(ctx, made, new Set(made.flatMap(({ task_id, blocks_id }) => [task_id, blocks_id])));
      const last = links.length < MOST.links ? undefined : links.at(-1);
      return { next: last ? { phase: 'links', after: last } : { phase: 'files', after: null }, made: 0 };
    }
    case 'files': {
      const wanted = copy.take.has('attachments');
      const files = wanted ? await filesAfter(ctx, plan.from, cursor.after, MOST.files) : [];
      await copyFiles(ctx, copy, files);
      const last = files.length < MOST.files ? undefined : files.at(-1);
      return { next: last ? { phase: 'files', after: last.id } : { phase: 'rules' }, made: files.length };
    }
    case 'rules':
      if (copy.take.has('rules')) await copyRules(ctx, copy);
      return { next: null, made: 0 };
  }
}

type Copy = { plan: CopyJob; take: ReadonlySet<Part>; ids: IdMap };

async function copyTasks(ctx: Ctx, { plan, take, ids }: Copy, tasks: readonly CopiedTask[]): Promise<void> {
  const { to: projectId } = plan;
  const { memberId: createdById } = ctx.actor;
  const people = tasks.flatMap(({ assignee_ids, custom }) => [...assignee_ids, ...peopleIn(custom)]);
  const project = await projectFacts(ctx, projectId, { memberIds: [...new Set(people)] });
  allow(canCreateTask(ctx.actor, projectId));
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
  if (!tasks.length) return;
  await refuseNew(ctx, { projectId, status: PENDING }, tasks.length);
  const fit = new Set(project.people.filter(canBeAssigned).map(({ id }) => id));
  const known = await thereStill(ctx, tasks);
  const above = await standing(
    ctx,
    tasks.flatMap(({ parent_id, milestone_id }) => [parent_id, milestone_id].flatMap((id) => (id ? ids.id(id) : []))),
  );
  const own = new Set(tasks.map(({ id }) => ids.id(id)));
  const there = (id: string | null) => {
    const copied = id && ids.id(id);
    return copied && (above.has(copied) || own.has(copied)) ? copied : null;
  };
  const shares = canSetAudience(ctx.actor, { projectId, createdById, assigneeIds: [], audience: 'client' });
  const day = (date: string | null) => (date && take.has('dates') ? dayAfter(date, plan.days) : null);
  const made = tasks.map((task) => ({
    task,
    subject: { id: ids.id(task.id), projectId, audience: shares ? task.audience : 'internal' },
  }));
  await withoutRules(ctx);
  await insertWhole(
    ctx,
    projectId,
    made.map(({ task, subject: { id, audience } }) => ({
      task: {
        ...{ id, audience, title: task.title, description: task.description, status: PENDING, priority: task.priority },
        categoryId: task.category_id && known.has(task.category_id) ? task.category_id : null,
        ...{ parentId: there(task.parent_id), milestoneId: there(task.milestone_id) },
        ...{ startDate: day(task.start_date), dueDate: day(task.due_date), estimateMinutes: task.estimate_minutes },
        ...{ createdById, createdAt: null, completedAt: null },
      },
      memberIds: take.has('assignees') ? task.assignee_ids : [],
      labelIds: task.label_ids.filter((one) => known.has(one)),
      custom: (take.has('fields') && task.custom) || {},
      items: task.checklist.map((title) => ({ title, done: false })),
    })),
    fit,
  );
  const { key } = await sourceProject(ctx, plan.from);
  for (const { task, subject } of made)
    ctx.happened('task.duplicated', { ...subject, version: 1 }, { from: `${key}-${task.number}` });
}

/** Which of the values may be people is known by their fields; what is no member is left out there. */
const peopleIn = (custom: CopiedTask['custom']): string[] =>
  Object.values(custom ?? {}).filter((value): value is string => typeof value === 'string' && value.length === 36);

async function copyFiles(ctx: Ctx, { plan, ids }: Copy, files: Awaited<ReturnType<typeof filesAfter>>): Promise<void> {
  if (!files.length) return;
  const tasks = await standing(
    ctx,
    files.flatMap(({ taskId }) => (taskId ? ids.id(taskId) : [])),
  );
  for (const { id, name, taskId, audience, versionNumber } of files) {
    const task_id = taskId && ids.id(taskId);
    if (task_id && !tasks.has(task_id)) continue;
    const wanted = task_id
      ? { task_id }
      : { project_id: plan.to, audience: audience === 'client' ? ('client' as const) : ('internal' as const) };
    await makeFile(ctx, await placeFor(ctx, wanted), { name, quiet: true }, await contentIn(ctx, id, versionNumber));
  }
  await mustFitQuota(ctx);
}

/** Those that still can be made as they are; what they say of milestones is said of the copies. */
async function copyRules(ctx: Ctx, { plan, ids }: Copy): Promise<void> {
  const { docs } = await listRules(ctx, { project_id: plan.from, page: 1, limit: MOST_RULES });
  const milestones = (await milestonesIn(ctx, plan.from)).map(({ id }) => id);
  for (const { project_id, name, enabled, trigger, value, actions, filter } of docs) {
    if (project_id !== plan.from) continue;
    const copied = milestones.reduce((text, id) => text.replaceAll(id, ids.id(id)), filter);
    const input = CreateRule.safeParse({
      ...{ project_id: plan.to, name, enabled, trigger, value, actions, filter: copied },
    });
    if (!input.success) continue;
    await createRule(ctx, input.data).catch((error) => {
      if (!(error instanceof DomainError && ['invalid', 'forbidden'].includes(error.code))) throw error;
    });
  }
}
