import 'server-only';
import { DomainError } from '@/lib/errors';
import { milestonesIn } from '@/lib/milestone/queries.copy';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { getProject } from '@/lib/project/queries';
import { daysBetween } from '@/lib/rrule/vocabulary';
import { taskFacts } from '@/lib/task/queries.facts';
import { readSource, type SourceMember, type SourceTask, teamOf } from '@/lib/template/queries.source';
import type { TemplateContent, TemplateRole, TemplateTask } from '@/lib/template/schema';
import {
  MOST_TEMPLATE_DAYS,
  MOST_TEMPLATE_LEVELS,
  MOST_TEMPLATE_MILESTONES,
  MOST_TEMPLATE_ROLES,
  MOST_TEMPLATE_TASKS,
} from '@/lib/template/vocabulary';
import { getWorkflow } from '@/lib/workflow/queries';

/** The task with its subtasks, without people and progress. `conflict` for one in the bin, or with too many below it. */
export async function contentOfTask(ctx: Ctx, reference: string): Promise<TemplateContent> {
  const top = await taskFacts(ctx, reference);
  if (top.deleted) throw new DomainError('conflict', 'This task is in the bin. Restore it first.');
  const tasks = await sourceOf(ctx, { taskId: top.id });
  const own = tasks.find(({ id }) => id === top.id);
  const from = earliest([own?.start_date ?? own?.created_on, ...datesOf(tasks)]);
  return {
    project: null,
    roles: [],
    milestones: [],
    tasks: toTasks(tasks, from, { roles: new Map(), milestones: new Map() }),
  };
}

/** Its settings, team and tasks. `withPeople`: who has which role too. */
export async function contentOfProject(ctx: Ctx, id: string, withPeople: boolean): Promise<TemplateContent> {
  const project = await getProject(ctx, { project_id: id });
  const tasks = await sourceOf(ctx, { projectId: project._id });
  const workflow = await getWorkflow(ctx, { project_id: project._id });
  const milestones = (await milestonesIn(ctx, project._id)).slice(0, MOST_TEMPLATE_MILESTONES);
  const from = earliest([project.start_date, ...datesOf(tasks), ...milestones.map(({ due }) => due)]);
  const team = (await teamOf(ctx, project._id)).slice(0, MOST_TEMPLATE_ROLES);
  return {
    project: {
      description: project.description,
      type: project.type,
      category_id: project.category?._id ?? null,
      tint: project.tint,
      due_in: daysIn(from, project.due_date),
      workflow: workflow.own
        ? { columns: workflow.columns, moves: workflow.moves, over_limit: workflow.over_limit }
        : null,
    },
    roles: rolesOf(team, withPeople),
    milestones: milestones.map(({ name, due, audience }) => ({ name, due_in: daysIn(from, due), audience })),
    tasks: toTasks(tasks, from, {
      roles: new Map(team.map((one, at) => [one.id, at])),
      milestones: new Map(milestones.map(({ id }, at) => [id, at])),
    }),
  };
}

async function sourceOf(ctx: Ctx, of: Parameters<typeof readSource>[1]): Promise<SourceTask[]> {
  const tasks = await readSource(ctx, of, MOST_TEMPLATE_TASKS);
  if (tasks.length > MOST_TEMPLATE_TASKS)
    throw new DomainError('conflict', `A template has ${MOST_TEMPLATE_TASKS} tasks at most.`);
  return tasks;
}

const datesOf = (tasks: readonly SourceTask[]) => tasks.flatMap((task) => [task.start_date, task.due_date]);
const earliest = (days: readonly (string | null | undefined)[]): string | null =>
  days.filter((day) => day !== null && day !== undefined).sort()[0] ?? null;
const daysIn = (from: string | null, day: string | null): number | null =>
  from && day ? Math.min(daysBetween(from, day), MOST_TEMPLATE_DAYS) : null;

/** Named after the person, or without people after what they are, counted. */
function rolesOf(team: readonly SourceMember[], withPeople: boolean): TemplateRole[] {
  const of = (role: string) => team.filter((one) => one.role === role);
  return team.map((one) => {
    const same = of(one.role);
    const called = same.length > 1 ? `${ROLE_LABEL[one.role]} ${same.indexOf(one) + 1}` : ROLE_LABEL[one.role];
    return withPeople ? { name: one.name, member_id: one.id } : { name: called, member_id: null };
  });
}

/** As a tree reads: each behind its parent. What would lie too deep stands at the top. */
function toTasks(
  all: readonly SourceTask[],
  from: string | null,
  { roles, milestones }: { roles: ReadonlyMap<string, number>; milestones: ReadonlyMap<string, number> },
): TemplateTask[] {
  const here = new Set(all.map(({ id }) => id));
  const below = new Map<string, SourceTask[]>();
  for (const task of all) {
    const parent = task.parent_id && here.has(task.parent_id) ? task.parent_id : '';
    below.set(parent, [...(below.get(parent) ?? []), task]);
  }
  const order: { task: SourceTask; parent: number | null }[] = [];
  const put = (tasks: readonly SourceTask[], parent: number | null, level: number) => {
    for (const task of tasks) {
      const at = order.push({ task, parent: level < MOST_TEMPLATE_LEVELS ? parent : null }) - 1;
      put(below.get(task.id) ?? [], at, level + 1);
    }
  };
  put(below.get('') ?? [], null, 0);
  const places = new Map(order.map(({ task }, at) => [task.id, at]));
  const known = <T>(ids: readonly string[], at: ReadonlyMap<string, T>) => ids.flatMap((id) => at.get(id) ?? []);
  return order.map(({ task, parent }) => {
    const {
      id: _id,
      parent_id,
      milestone_id,
      start_date,
      due_date,
      created_on,
      assignee_ids,
      blocked_by,
      custom,
      ...fields
    } = task;
    return {
      ...fields,
      ...(custom && { custom }),
      parent,
      milestone: milestones.get(milestone_id ?? '') ?? null,
      start_in: daysIn(from, start_date),
      due_in: daysIn(from, due_date),
      blocked_by: known(blocked_by, places).slice(0, 50),
      roles: known(assignee_ids, roles),
    };
  });
}
