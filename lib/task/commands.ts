import 'server-only';
import type { ValueRows } from '@/lib/custom-field/queries.values';
import type { CustomValue } from '@/lib/custom-field/vocabulary';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { PayloadOf } from '@/lib/event/registry';
import { renderedFor } from '@/lib/markdown/kept';
import type { Ctx } from '@/lib/org';
import { assignFirst, changeAssignees } from '@/lib/task/assignment';
import { changeLabels, labelChange, labelFirst } from '@/lib/task/labelling';
import {
  ARCHIVED,
  canAssign,
  canCreateTask,
  canDeleteTask,
  canEditTask,
  canMoveTask,
  canSetAudience,
  concernedBy,
  hearingAmong,
  takesNewTasks,
} from '@/lib/task/policy';
import { getCard, getMoved, getNewTask } from '@/lib/task/queries';
import { checkAssignees, type ProjectFacts, projectFacts, type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { type Neighbours, type Place, placeTask, placeWhereTheyWere, refuseNew } from '@/lib/task/queries.rank';
import { beginUndo } from '@/lib/task/queries.undo';
import { changeValues, customChanges, namedBy, writeValues } from '@/lib/task/queries.values';
import { insertTask, moveRow, tellOthers, tellParent } from '@/lib/task/queries.write';
import type { CreateTask, EditTask, MovedTask, MoveTask, TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { parentFor, refuseFault } from '@/lib/task-parts/queries';
import { newId, toDate } from '@/lib/validation';
import { refuseFull } from '@/lib/workflow/queries';
import { refusedMove, workflowOf } from '@/lib/workflow/vocabulary';

export async function createTask(ctx: Ctx, input: CreateTask): Promise<TaskDetail> {
  const { actor } = ctx;
  const rendered = renderedFor('description', input.description);
  const { project_id: projectId, audience, category_id: categoryId, parent_id: parentId } = input;
  const { milestone_id: milestoneId } = input;
  const assigneeIds = [...new Set(input.assignee_ids)];
  const memberIds = [...assigneeIds, ...namedBy(input.custom)];
  const project = await projectFacts(ctx, projectId, {
    ...{ categoryId, parentId, milestoneId, memberIds },
    fields: true,
  });
  allow(canCreateTask(actor, projectId));
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
  const own = { projectId, createdById: actor.memberId, assigneeIds, audience };
  allow(canAssign(actor, own, assigneeIds));
  allow(audience === 'internal' || canSetAudience(actor, own));
  if (categoryId && project.category === null) throw unknownCategory();
  if (milestoneId && project.milestone === null) throw unknownMilestone();
  if (parentId && !project.parent) throw invalidField('parent_id', 'This task does not belong to the project.');
  refuseFault(project.fault);
  checkAssignees(assigneeIds, project.people);
  await refuseNew(ctx, { projectId, status: input.status });
  const labels = input.label_ids.length ? await labelChange(ctx, null, input.label_ids) : null;
  const values = await customChanges(ctx, { id: null, projectId, audience }, input.custom, project.people);

  const id = newId();
  if (parentId && project.parent)
    ctx.happened('task.progressed', { id: parentId, projectId, audience: project.parent.audience });
  const task = { ...input, ...rendered, id, by: actor.memberId, at: project.at };
  const place = await insertTask(ctx, task);
  const made = { id, projectId, audience, version: 1 };
  ctx.happened('task.created', made);
  await assignFirst(ctx, made, assigneeIds);
  if (labels) await labelFirst(ctx, made, labels);
  await writeValues(ctx, made, values);
  await ctx.settle();
  const custom = values.map(({ field, to }) => valueRow(field._id, to, project.people));
  return getNewTask(ctx, { ...task, ...place }, project, labels?.added ?? [], custom);
}

/** `conflict` with the current record if `version` is stale; without one the last write wins. `answer` reads the result: the whole task, or its card. */
export async function editTask<T>(
  ctx: Ctx,
  input: Omit<EditTask, 'version'> & { version?: number },
  answer: (ctx: Ctx, task: { id: string }) => Promise<T>,
): Promise<T> {
  const { actor, db } = ctx;
  const columns = columnsOf(input);
  const given = input.assignee_ids && [...new Set(input.assignee_ids)];
  const memberIds = [...(given ?? []), ...namedBy(input.custom)];
  const task = await taskFacts(ctx, input.id, {
    categoryId: input.category_id,
    milestoneId: input.milestone_id,
    memberIds,
  });
  refuseBinned(ctx, task);
  const { id, projectId } = task;
  const { id: _id, version = task.version, assignee_ids: _assignees, undo: _undo, ...fields } = input;
  const added = given?.filter((one) => !task.assigneeIds.includes(one)) ?? [];
  const removed = given ? task.assigneeIds.filter((one) => !given.includes(one)) : [];
  allow(
    !given || canAssign(actor, task, [...added, ...removed]),
    'You can only assign yourself, or others to tasks that you created.',
  );
  allow((given && !Object.values(fields).some((value) => value !== undefined)) || canEditTask(actor, task));
  const audience = input.audience ?? task.audience;
  allow(audience === task.audience || canSetAudience(actor, task));
  const staleNow = async () => stale(await answer(ctx, { id }));
  if (version !== task.version) throw await staleNow();
  if (input.category_id && task.category === null) throw unknownCategory();
  if (input.milestone_id && task.milestone === null) throw unknownMilestone();
  checkAssignees(added, task.people);
  const changes = changesOf(task, input);
  const parentId = input.parent_id === undefined ? task.parentId : input.parent_id;
  const regrouped = parentId !== task.parentId;
  const parent = regrouped && parentId ? await parentFor(ctx, task, parentId) : null;
  if (regrouped) changes.push({ field: 'parent', from: task.parentKey, to: parent?.key ?? null });
  const labels = input.label_ids && (await labelChange(ctx, id, input.label_ids));
  const values = await customChanges(ctx, { id, projectId, audience }, input.custom, task.people);

  const status = input.status ?? task.status;
  refuseMove(ctx, task, status);
  const place = status === task.status ? null : await placeTask(ctx, id, { projectId, status });
  if (place) await refuseFull(ctx, projectId, status);
  const changed = changes.length + added.length + removed.length + values.length > 0;
  if (!changed && !place && !labels && audience === task.audience) return answer(ctx, { id });
  const resume = input.undo
    ? await beginUndo(ctx, task, {
        ...(place && { status }),
        ...(input.priority !== undefined && input.priority !== task.priority && { priority: input.priority }),
        ...(labels && { labels: labels.added }),
        ...(audience !== task.audience && { audience }),
      })
    : null;
  const { count } = await db.task.updateMany({
    where: { id, version, deletedAt: null },
    data: {
      ...columns,
      parentId,
      audience,
      ...(place?.rank && { status, rank: place.rank, completedAt: status === COMPLETED ? task.at : null }),
      version: { increment: 1 },
      updatedAt: task.at,
    },
  });
  if (!count) throw await staleNow();
  await resume?.();

  const before = { audienceBefore: task.audience, descriptionBefore: task.description };
  const after = { ...task, ...before, audience, version: version + 1 };
  for (const change of changes) ctx.happened('task.edited', after, change);
  await changeAssignees(ctx, after, { added, removed });
  if (labels) await changeLabels(ctx, after, labels);
  await changeValues(ctx, after, values);
  if (audience !== task.audience) ctx.happened('task.audience', after, { from: task.audience, to: audience });
  const hearing = hearingOf({ ...after, assigneeIds: given ?? task.assigneeIds });
  if (place) ctx.happened('task.moved', { ...after, hearing }, leaving(place, status));
  if (parent) ctx.happened('task.progressed', { ...parent, projectId });
  if (regrouped) tellParent(ctx, task);
  if (isDone(task.status) !== isDone(status)) await tellOthers(ctx, task);
  return answer(ctx, { id });
}

/** A neighbour that left the column is no error: the answer says where it landed. Rank changes are not in history. */
export async function moveTask(ctx: Ctx, input: MoveTask): Promise<MovedTask> {
  const { status, version } = input;
  const neighbours = { afterId: input.after_id, beforeId: input.before_id, top: input.top, rank: input.rank };
  const task = await taskFacts(ctx, input.task_id, { move: { status, ...neighbours } });
  refuseBinned(ctx, task);
  allow(canMoveTask(ctx.actor, task));
  const { id, projectId } = task;
  const card = () => getCard(ctx, { id });
  if (version !== undefined && version !== task.version) throw stale(await card());
  if (status !== task.status) await refuseFull(ctx, projectId, status);
  const column = { projectId, status };
  let place = await placeTask(ctx, id, column, neighbours, task.place);
  if (!place) {
    await checkNeighbours(ctx, task, neighbours);
    place = await placeWhereTheyWere(ctx, id, column, neighbours);
  }
  if (!place) throw notFound('The task');
  if (place.deleted) throw binned();
  refuseMove(ctx, { projectId, status: place.status }, status);
  if (version !== undefined && version !== place.version) throw stale(await card());
  if (place.rank === null) return getMoved(ctx, id);
  if (input.undo && place.status !== status) await beginUndo(ctx, { ...task, status: place.status }, { status });
  if (isDone(place.status) !== isDone(status)) await tellOthers(ctx, task);
  await moveRow(ctx, id, { rank: place.rank, from: place.status, to: status, at: task.at });
  // As the locked row says: it may have been hidden since the facts were read.
  const now = { ...task, audience: place.audience };
  const after = { ...now, version: place.version + 1, hearing: hearingOf(now) };
  if (place.status === status) ctx.happened('task.reordered', after);
  else ctx.happened('task.moved', after, leaving(place, status));
  await ctx.settle();
  return getMoved(ctx, id);
}

/** `conflict`: the workflow does not allow it. */
function refuseMove(
  { workflows }: Ctx,
  { projectId, status }: Pick<TaskFacts, 'projectId' | 'status'>,
  to: number,
): void {
  const refused = refusedMove(workflowOf(workflows, projectId), status, to);
  if (refused) throw new DomainError('conflict', refused);
}

/** Neighbours outside the column must still be other tasks of the project. */
async function checkNeighbours(ctx: Ctx, task: TaskFacts, { afterId, beforeId }: Neighbours): Promise<void> {
  for (const [field, id] of [['after_id', afterId] as const, ['before_id', beforeId] as const]) {
    if (!id) continue;
    if (id === task.id) throw invalidField(field, 'A task cannot be its own neighbour.');
    const known = await ctx.db.task.count({ where: { id, projectId: task.projectId } });
    if (!known) throw invalidField(field, 'This task does not belong to the project.');
  }
}

/** The old rank is kept for moves that name this task as a neighbour. */
const leaving = ({ status: from, left: rank }: Place, to: number) => ({ from, to, rank });

const isDone = (status: number) => status === COMPLETED;

function hearingOf(task: TaskFacts): string[] {
  const hearing = hearingAmong([...task.people, ...task.watchers], task.audience);
  return concernedBy(task).filter((id) => hearing.has(id));
}

type Change = PayloadOf<'task.edited'>;

/** Only changed fields. Of a description the earlier text is kept beside the line: it is long. */
function changesOf(task: TaskFacts, input: Omit<EditTask, 'version'>): Change[] {
  const start = input.start_date === undefined ? task.startDate : input.start_date;
  const due = input.due_date === undefined ? task.dueDate : input.due_date;
  if (start && due && start > due) throw invalidField('due_date', 'The due date is before the start date.');
  const compared: [Change['field'], string | number | null, string | number | null | undefined][] = [
    ['title', task.title, input.title],
    ['priority', task.priority, input.priority],
    ['start_date', task.startDate, input.start_date],
    ['due_date', task.dueDate, input.due_date],
    ['estimate_minutes', task.estimateMinutes, input.estimate_minutes],
  ];
  const changes: Change[] = compared.flatMap(([field, from, to]) =>
    to === undefined || to === from ? [] : { field, from, to },
  );
  if (input.description !== undefined && input.description !== task.description)
    changes.push({ field: 'description', kept: true });
  if (input.category_id !== undefined && input.category_id !== task.categoryId)
    changes.push({ field: 'category', from: task.categoryName, to: task.category });
  if (input.milestone_id !== undefined && input.milestone_id !== task.milestoneId)
    changes.push({ field: 'milestone', from: task.milestoneName, to: task.milestone?.name ?? null });
  return changes;
}

const columnsOf = (input: Omit<EditTask, 'version'>) => ({
  title: input.title,
  ...described(input.description),
  priority: input.priority,
  categoryId: input.category_id,
  milestoneId: input.milestone_id,
  startDate: toDate(input.start_date),
  dueDate: toDate(input.due_date),
  estimateMinutes: input.estimate_minutes,
});

/** As a card reads it. */
function valueRow(fieldId: string, value: CustomValue | null, people: ProjectFacts['people']) {
  const { name = null, pic = null } = people.find(({ id }) => id === value) ?? {};
  return [fieldId, value ?? '', name, pic] satisfies NonNullable<ValueRows>[number];
}

const unknownCategory = () => invalidField('category_id', 'This category does not exist.');
const unknownMilestone = () => invalidField('milestone_id', 'This milestone does not belong to the project.');
const binned = () => new DomainError('conflict', 'This task is in the bin. Restore it first.');

/** `conflict`, or `not_found` for callers who could not restore it. */
function refuseBinned({ actor }: Ctx, task: TaskFacts) {
  if (task.deleted) throw canDeleteTask(actor, task) ? binned() : notFound('The task');
}

function described(description: string | undefined) {
  if (description === undefined) return {};
  const { html, renderer } = renderedFor('description', description);
  return { description, descriptionHtml: html, descriptionRenderer: renderer };
}
