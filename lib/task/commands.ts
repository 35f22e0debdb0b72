import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { renderedFor } from '@/lib/markdown';
import type { Ctx } from '@/lib/org';
import {
  canAssign,
  canBeAssigned,
  canCreateTask,
  canDeleteTask,
  canEditTask,
  canMoveTask,
  canSetAudience,
  hearsOf,
} from '@/lib/task/policy';
import { cardsById, getTask } from '@/lib/task/queries';
import { type Candidate, projectFacts, type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { type Neighbours, nextPlace, placeTask } from '@/lib/task/queries.place';
import type { CreateTask, EditTask, MoveTask, TaskCard, TaskDetail } from '@/lib/task/schema';
import { COMPLETED, statusOf } from '@/lib/task/vocabulary';
import { newId, toDate } from '@/lib/validation';

const TESTING = 3;

/** A new task at the end of its column, with the project's next number. */
export async function createTask(ctx: Ctx, input: CreateTask): Promise<TaskDetail> {
  const { actor, db } = ctx;
  const rendered = renderedFor('description', input.description);
  const { project_id: projectId, title, description, status, priority, audience } = input;
  const assigneeIds = [...new Set(input.assignee_ids)];
  const { category_id: categoryId, parent_id: parentId, estimate_minutes: estimateMinutes } = input;
  const project = await projectFacts(ctx, projectId, { categoryId, parentId, memberIds: assigneeIds });
  allow(canCreateTask(actor, projectId));
  const own = { projectId, createdById: actor.memberId, assigneeIds, audience };
  allow(canAssign(actor, own, assigneeIds));
  allow(audience === 'internal' || canSetAudience(actor, own));
  if (categoryId && project.category === null) throw unknownCategory();
  if (parentId && !project.parent) throw invalidField('parent_id', 'This is not a task of the project.');
  checkAssignees(assigneeIds, project.people);

  const id = newId();
  const { number, rank } = await nextPlace(ctx, { projectId, status });
  await db.task.createMany({
    data: {
      id,
      projectId,
      number,
      title,
      description,
      descriptionHtml: rendered.html,
      descriptionRenderer: rendered.renderer,
      status,
      priority,
      rank,
      audience,
      categoryId,
      parentId,
      estimateMinutes,
      startDate: toDate(input.start_date),
      dueDate: toDate(input.due_date),
      createdById: actor.memberId,
      completedAt: status === COMPLETED ? project.at : null,
      createdAt: project.at,
      updatedAt: project.at,
    },
  });
  if (assigneeIds.length)
    await db.taskAssignee.createMany({
      data: assigneeIds.map((memberId) => ({ taskId: id, memberId, projectId, audience })),
    });
  ctx.record({ kind: 'task.created', projectId, task: { id, audience }, audience });
  for (const memberId of assigneeIds) ctx.notify({ memberId, kind: 'task.assigned', taskId: id });
  ctx.emit({ type: 'task.created', taskId: id, projectId, version: 1, client: audience === 'client' });
  return getTask(ctx, { id });
}

/**
 * Changes the fields that are given. A `version` that is no longer the current one is refused (`conflict`, with the
 * record as it is). The history it answers with ends before this change.
 */
export async function editTask(ctx: Ctx, input: EditTask): Promise<TaskDetail> {
  const { actor, db } = ctx;
  const columns = columnsOf(input);
  const given = input.assignee_ids && [...new Set(input.assignee_ids)];
  const task = await taskFacts(ctx, input.id, { categoryId: input.category_id, memberIds: given });
  refuseBinned(ctx, task);
  const { id, projectId } = task;
  const { id: _id, version, assignee_ids: _assignees, ...fields } = input;
  const added = given?.filter((one) => !task.assigneeIds.includes(one)) ?? [];
  const removed = given ? task.assigneeIds.filter((one) => !given.includes(one)) : [];
  allow(canAssign(actor, task, [...added, ...removed]), 'You may assign yourself; others only to what you created.');
  allow((given && !Object.values(fields).some((value) => value !== undefined)) || canEditTask(actor, task));
  const audience = input.audience ?? task.audience;
  allow(audience === task.audience || canSetAudience(actor, task));
  const staleNow = async () => stale(await getTask(ctx, { id }));
  if (version !== task.version) throw await staleNow();
  if (input.category_id && task.category === null) throw unknownCategory();
  checkAssignees(added, task.people);
  const changes = changesOf(task, input);

  const status = input.status ?? task.status;
  const place = status === task.status ? null : await placeTask(ctx, id, { projectId, status });
  if (!changes.length && !place && !added.length && !removed.length && audience === task.audience)
    return getTask(ctx, { id });
  const { count } = await db.task.updateMany({
    where: { id, version, deletedAt: null },
    data: {
      ...columns,
      audience,
      ...(place?.rank && { status, rank: place.rank, completedAt: status === COMPLETED ? task.at : null }),
      version: { increment: 1 },
      updatedAt: task.at,
    },
  });
  if (!count) throw await staleNow();
  if (removed.length) await db.taskAssignee.deleteMany({ where: { taskId: id, memberId: { in: removed } } });
  if (added.length)
    await db.taskAssignee.createMany({
      data: added.map((memberId) => ({ taskId: id, memberId, projectId, audience })),
    });

  const internal = { projectId, task: { id, audience }, audience: 'internal' } as const;
  for (const change of changes) ctx.record({ ...internal, kind: 'task.edited', data: change });
  if (added.length || removed.length) ctx.record({ ...internal, kind: 'task.assigned', data: { added, removed } });
  if (audience !== task.audience)
    ctx.record({ ...internal, kind: 'task.audience', data: { from: task.audience, to: audience } });
  const after = { ...task, audience, assigneeIds: given ?? task.assigneeIds };
  if (place) tellOfStatus(ctx, after, task.status, status);
  for (const memberId of added) ctx.notify({ memberId, kind: 'task.assigned', taskId: id });
  ctx.outdate(removed);
  const client = audience === 'client' || task.audience === 'client';
  ctx.emit({ type: 'task.changed', taskId: id, projectId, version: version + 1, client });
  return getTask(ctx, { id });
}

/**
 * Puts a task into a column, below `after_id` or above `before_id`, else at the end. Where it lies already nothing
 * changes. A place within the column is no line of history; another status is.
 */
export async function moveTask(ctx: Ctx, input: MoveTask): Promise<TaskCard> {
  const { status, version } = input;
  const task = await taskFacts(ctx, input.task_id);
  refuseBinned(ctx, task);
  allow(canMoveTask(ctx.actor, task));
  const { id, projectId } = task;
  const card = async () => (await cardsById(ctx, [id]))[0] as TaskCard;
  if (version !== undefined && version !== task.version) throw stale(await card());
  const neighbours = { afterId: input.after_id, beforeId: input.before_id };
  const place = await placeTask(ctx, id, { projectId, status }, neighbours);
  if (!place) throw await lostNeighbour(ctx, task, neighbours, card);
  if (place.deleted) throw binned();
  if (version !== undefined && version !== place.version) throw stale(await card());
  if (place.rank === null) return card();
  await ctx.db.task.updateMany({
    where: { id },
    data: {
      rank: place.rank,
      ...(place.status !== status && { status, completedAt: status === COMPLETED ? task.at : null }),
      version: { increment: 1 },
      updatedAt: task.at,
    },
  });
  if (place.status !== status) tellOfStatus(ctx, task, place.status, status);
  const client = task.audience === 'client';
  ctx.emit({ type: 'task.changed', taskId: id, projectId, version: place.version + 1, client });
  return card();
}

/** A neighbour that is not in the column: no task of the project (`invalid`), or moved away meanwhile (`conflict`). */
async function lostNeighbour(
  ctx: Ctx,
  task: TaskFacts,
  { afterId, beforeId }: Neighbours,
  card: () => Promise<TaskCard>,
) {
  for (const [field, id] of [['after_id', afterId] as const, ['before_id', beforeId] as const]) {
    if (!id) continue;
    if (id === task.id) return invalidField(field, 'A task cannot be its own neighbour.');
    const known = await ctx.db.task.count({ where: { id, projectId: task.projectId } });
    if (!known) return invalidField(field, 'This is not a task of the project.');
  }
  return new DomainError('conflict', 'The task beside it was moved meanwhile. Look again and repeat the move.', {
    current: await card(),
  });
}

/**
 * History, for the project's clients too if they see the task; and a word to those whose turn or success it is, or is no
 * longer. What anybody was told of the status before is outdated with it.
 */
function tellOfStatus(ctx: Ctx, task: TaskFacts, from: number, to: number) {
  const { id, projectId, audience } = task;
  ctx.record({ kind: 'task.status', projectId, task: { id, audience }, audience, data: { from, to } });
  const concerned = new Set([task.createdById, ...task.assigneeIds]);
  const hearing = task.people.filter((person) => concerned.has(person.id) && hearsOf(person, audience));
  ctx.outdate([ctx.actor.memberId, ...hearing.map((person) => person.id)]);
  if (![from, to].some((status) => status === TESTING || status === COMPLETED)) return;
  for (const { id: memberId } of hearing)
    ctx.notify({ memberId, kind: 'task.moved', taskId: id, data: { from, to, label: statusOf(to).label } });
}

type Change = { field: string; from?: string | number | null; to?: string | number | null };

/** Fields with another value than before. A description's texts stay out of the history: they are long. */
function changesOf(task: TaskFacts, input: EditTask): Change[] {
  const start = input.start_date === undefined ? task.startDate : input.start_date;
  const due = input.due_date === undefined ? task.dueDate : input.due_date;
  if (start && due && start > due) throw invalidField('due_date', 'The due date is before the start date.');
  const compared: [string, string | number | null, string | number | null | undefined][] = [
    ['title', task.title, input.title],
    ['priority', task.priority, input.priority],
    ['start_date', task.startDate, input.start_date],
    ['due_date', task.dueDate, input.due_date],
    ['estimate_minutes', task.estimateMinutes, input.estimate_minutes],
  ];
  const changes: Change[] = compared.flatMap(([field, from, to]) =>
    to === undefined || to === from ? [] : { field, from, to },
  );
  if (input.description !== undefined && input.description !== task.description) changes.push({ field: 'description' });
  if (input.category_id !== undefined && input.category_id !== task.categoryId)
    changes.push({ field: 'category', from: task.categoryName, to: task.category });
  return changes;
}

const columnsOf = (input: EditTask) => ({
  title: input.title,
  ...described(input.description),
  priority: input.priority,
  categoryId: input.category_id,
  startDate: toDate(input.start_date),
  dueDate: toDate(input.due_date),
  estimateMinutes: input.estimate_minutes,
});

function checkAssignees(ids: readonly string[], people: readonly Candidate[]) {
  const fit = new Set(people.filter(canBeAssigned).map(({ id }) => id));
  if (!ids.every((id) => fit.has(id)))
    throw invalidField('assignee_ids', 'Work is given to active people of the team who see this project.');
}

const unknownCategory = () => invalidField('category_id', 'There is no such category.');
const binned = () => new DomainError('conflict', 'This task is in the bin. Restore it first.');

/** In the bin nothing is changed; whoever could not take it out again does not see it. */
function refuseBinned({ actor }: Ctx, task: TaskFacts) {
  if (task.deleted) throw canDeleteTask(actor, task) ? binned() : notFound('The task');
}

function described(description: string | undefined) {
  if (description === undefined) return {};
  const { html, renderer } = renderedFor('description', description);
  return { description, descriptionHtml: html, descriptionRenderer: renderer };
}
