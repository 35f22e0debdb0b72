import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import { checklistOf, type RankedItem, taskOfItem } from '@/lib/checklist/queries';
import type { AddChecklistItem, ChecklistRecord, ChecklistReference, EditChecklistItem } from '@/lib/checklist/schema';
import { MOST_LINES } from '@/lib/checklist/vocabulary';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { PayloadOf } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { createTask } from '@/lib/task/commands';
import { canEditTask } from '@/lib/task/policy';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { raiseTasks } from '@/lib/task/queries.write';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { newId } from '@/lib/validation';

const MAY_NOT = 'You can change the checklists of tasks that you created or that are yours.';

/** So many added at once are told by id, so that the history can take them back. */
const MOST_KNOWN = 50;

type Checklist = { task: TaskFacts; items: RankedItem[] };

async function presentTask(ctx: Ctx, reference: string): Promise<TaskFacts> {
  const task = await taskFacts(ctx, reference);
  if (task.deleted) throw notFound('The task');
  return task;
}

/** The task gets its new version first: that locks it, so that lines keep one order. */
async function locked(ctx: Ctx, task: TaskFacts): Promise<Checklist> {
  const [raised] = await raiseTasks(ctx, [task.id]);
  return { task: { ...task, version: raised?.version ?? task.version }, items: await checklistOf(ctx, task.id) };
}

async function lockedLine(ctx: Ctx, task: TaskFacts, id: string): Promise<Checklist & { item: RankedItem }> {
  const list = await locked(ctx, task);
  const item = list.items.find(({ _id }) => _id === id);
  if (!item) throw notFound('The checklist line');
  return { ...list, item };
}

const shown = ({ rank: _rank, ...item }: RankedItem) => item;

async function answer(ctx: Ctx, { task }: Checklist, id: string, gone?: RankedItem): Promise<ChecklistRecord> {
  const items = await checklistOf(ctx, task.id);
  const item = items.find(({ _id }) => _id === id) ?? gone;
  if (!item) throw notFound('The checklist line');
  return { ...shown(item), task_id: task.id, task_version: task.version, items: items.map(shown) };
}

const tell = (ctx: Ctx, { task }: Checklist, change: PayloadOf<'checklist.changed'>) =>
  ctx.happened('checklist.changed', task, change);

type Place = { after_id?: string | null; before_id?: string | null };

/** Ranks for `count` lines beside a neighbour, of lines other than `own`. */
function ranksAt(items: readonly RankedItem[], { after_id, before_id }: Place, count: number, own?: string): string[] {
  const others = items.filter(({ _id }) => _id !== own);
  const at = (field: string, id: string) => {
    const found = others.findIndex(({ _id }) => _id === id);
    if (found < 0) throw invalidField(field, 'This line does not belong to the checklist.');
    return found;
  };
  const above = after_id ? at('after_id', after_id) : before_id ? at('before_id', before_id) - 1 : others.length - 1;
  return generateNKeysBetween(others[above]?.rank ?? null, others[above + 1]?.rank ?? null, count);
}

/** Answers the first of the new lines. `conflict` if the checklist is full. */
export async function addChecklistItem(ctx: Ctx, input: AddChecklistItem): Promise<ChecklistRecord> {
  const task = await presentTask(ctx, input.task_id);
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const list = await locked(ctx, task);
  return addLines(ctx, list, input, () => newId());
}

async function addLines(ctx: Ctx, list: Checklist, input: Omit<AddChecklistItem, 'task_id'>, idOf: () => string) {
  const { id: taskId, projectId, audience } = list.task;
  if (list.items.length + input.title.length > MOST_LINES)
    throw new DomainError('conflict', `A checklist has ${MOST_LINES} lines at most.`);
  const ranks = ranksAt(list.items, input, input.title.length);
  const data = input.title.map((title, at) => ({
    ...{ id: idOf(), taskId, projectId, audience, title, done: input.done },
    rank: ranks[at] as string,
  }));
  await ctx.db.checklistItem.createMany({ data });
  const [first] = data as [(typeof data)[number]];
  const known = data.length <= MOST_KNOWN && { items: data.map(({ id }) => id), done: input.done };
  tell(ctx, list, { change: 'added', title: first.title, count: data.length, ...known });
  return answer(ctx, list, first.id);
}

type Removed = { id: string; title: string; done: boolean; after: string | null };

/** A line that was removed, below the one that it stood below if that is there. `conflict` if it is back already. */
export async function returnChecklistItem(ctx: Ctx, taskId: string, removed: Removed): Promise<ChecklistRecord> {
  const task = await presentTask(ctx, taskId);
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const list = await locked(ctx, task);
  const { id, title, done, after } = removed;
  if (list.items.some(({ _id }) => _id === id)) throw new DomainError('conflict', 'The line is there again.');
  const [first] = list.items;
  const above = list.items.some(({ _id }) => _id === after) ? { after_id: after } : {};
  const place = after === null && first ? { before_id: first._id } : above;
  return addLines(ctx, list, { title: [title], done, ...place }, () => id);
}

/** `conflict` with the current checklist if `version` is stale. */
export async function editChecklistItem(ctx: Ctx, input: EditChecklistItem): Promise<ChecklistRecord> {
  const { id, version, title, done, after_id, before_id } = input;
  const task = await presentTask(ctx, await taskOfItem(ctx, id));
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const { item, ...list } = await lockedLine(ctx, task, id);
  if (version !== item.version) throw stale(await answer(ctx, list, id));
  const rank = after_id || before_id ? ranksAt(list.items, input, 1, id)[0] : undefined;
  await ctx.db.checklistItem.updateMany({ where: { id }, data: { title, done, rank, version: { increment: 1 } } });
  if (title !== undefined && title !== item.title)
    tell(ctx, list, { change: 'renamed', title, from: item.title, item: id });
  if (done !== undefined && done !== item.done)
    tell(ctx, list, { change: done ? 'done' : 'open', title: title ?? item.title, item: id });
  ctx.happened('checklist.reordered', list.task);
  return answer(ctx, list, id);
}

export async function deleteChecklistItem(ctx: Ctx, { id }: ChecklistReference): Promise<ChecklistRecord> {
  const task = await presentTask(ctx, await taskOfItem(ctx, id));
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const { item, ...list } = await lockedLine(ctx, task, id);
  await removeLine(ctx, list, item);
  return answer(ctx, list, id, item);
}

async function removeLine(ctx: Ctx, list: Checklist, item: RankedItem): Promise<void> {
  const { _id: id, title, done } = item;
  await ctx.db.checklistItem.deleteMany({ where: { id } });
  const above = list.items[list.items.findIndex(({ _id }) => _id === id) - 1];
  tell(ctx, list, { change: 'removed', title, item: id, done, after: above?._id ?? null });
}

/** The line becomes a subtask of the team and leaves the checklist; one that is ticked is completed. */
export async function checklistItemToTask(ctx: Ctx, { id }: ChecklistReference): Promise<TaskDetail> {
  const task = await presentTask(ctx, await taskOfItem(ctx, id));
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const { item, ...list } = await lockedLine(ctx, task, id);
  const { id: parent_id, projectId: project_id } = task;
  await removeLine(ctx, list, item);
  return createTask(ctx, {
    ...{ project_id, parent_id, title: item.title, description: '', priority: 'none', audience: 'internal' },
    ...{ status: item.done ? COMPLETED : 1, assignee_ids: [], label_ids: [] },
  });
}
