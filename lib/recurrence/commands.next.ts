import 'server-only';
import { copyChecklist } from '@/lib/checklist/queries';
import type { RunningJob } from '@/lib/contract/job';
import { allow } from '@/lib/errors';
import { renderedFor } from '@/lib/markdown/kept';
import type { Ctx } from '@/lib/org';
import { dayFor, followingDay, makeOn } from '@/lib/recurrence/policy';
import {
  closeRecurrence,
  insertRecurrence,
  lockRecurrence,
  type Recurrence,
  raised,
  taskOfRecurrence,
} from '@/lib/recurrence/queries';
import type { RecurrenceJob } from '@/lib/recurrence/schema';
import { daysBetween, parseRule, type Rule, shifted } from '@/lib/rrule/vocabulary';
import { assignFirst } from '@/lib/task/assignment';
import { labelFirst } from '@/lib/task/labelling';
import { canBeAssigned, canCreateTask, takesNewTasks } from '@/lib/task/policy';
import { labelsFor, type ProjectFacts, projectFacts, type TaskFacts } from '@/lib/task/queries.facts';
import { copyValues } from '@/lib/task/queries.values';
import { insertTask, tellParent } from '@/lib/task/queries.write';
import { newId } from '@/lib/validation';

/** As whoever set it, with the rights of now. One that is no longer due, or was made meanwhile, is left. */
export async function makeNextTask({ payload, door, advance }: RunningJob<RecurrenceJob>): Promise<boolean> {
  await door(async (ctx) => {
    const task = await taskOfRecurrence(ctx, payload.recurrence_id);
    allow(canCreateTask(ctx.actor, task.projectId));
    await makeNext(ctx, task, payload.recurrence_id);
    await advance(ctx, { done: 1, total: 1 });
  });
  return true;
}

async function makeNext(ctx: Ctx, before: TaskFacts, id: string): Promise<void> {
  const project = await projectFacts(ctx, before.projectId, { parentId: before.parentId });
  if (!takesNewTasks(project)) return;
  const task = await raised(ctx, before);
  const it = await lockRecurrence(ctx, id);
  if (!it.due || !it.next_on) return;
  const rule = parseRule(it.rule) as Rule;
  const day = dayFor(rule, it);
  if (day) await insertNext(ctx, task, { ...it, day }, rule, project);
  else await closeRecurrence(ctx, it.id, false);
}

async function insertNext(ctx: Ctx, task: TaskFacts, it: Recurrence, rule: Rule, project: ProjectFacts): Promise<void> {
  const { projectId, audience, title, description, priority, categoryId, estimateMinutes, startDate, dueDate } = task;
  const anchor = dueDate ?? startDate;
  const moved = (date: string | null) => date && anchor && shifted(it.day, daysBetween(anchor, date));
  const dates = { startDate: moved(startDate), dueDate: anchor ? moved(dueDate) : it.day };
  const id = newId();
  const made = { id, projectId, audience, version: 1 };
  const fields = {
    ...{ project_id: projectId, title, description, priority, audience, status: 1 as const, label_ids: [] },
    ...{ category_id: categoryId, milestone_id: task.milestoneId, estimate_minutes: estimateMinutes },
    ...{ start_date: dates.startDate, due_date: dates.dueDate, parent_id: project.parent ? task.parentId : null },
  };
  const rendered = renderedFor('description', description);
  await insertTask(ctx, { ...fields, ...rendered, id, by: ctx.actor.memberId, at: project.at });
  ctx.happened('task.created', made);
  tellParent(ctx, { ...task, parentAudience: project.parent?.audience ?? null });
  const fit = new Set(task.people.filter(canBeAssigned).map((one) => one.id));
  await assignFirst(
    ctx,
    made,
    task.assigneeIds.filter((one) => fit.has(one)),
  );
  const held = (await labelsFor(ctx, task.id, [])).filter((one) => one.held);
  if (held.length) await labelFirst(ctx, made, { added: held, removed: [] });
  await ctx.settle();
  await copyValues(ctx, task.id, made);
  await copyChecklist(ctx, task.id, made);
  const number = it.number + it.skipped + 1;
  const next = { ...it, id: newId(), task_id: id, project_id: projectId, audience, number, skipped: 0, version: 1 };
  next.next_on = followingDay(rule, next, it.day);
  await insertRecurrence(ctx, next, { makeOn: makeOn(it.mode, next.next_on, dates), completed: false });
  await closeRecurrence(ctx, it.id, true);
  ctx.happened('recurrence.made', task, { day: it.day });
}
