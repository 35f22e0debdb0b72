import 'server-only';
import { copyChecklist } from '@/lib/checklist/queries';
import { fittedLine } from '@/lib/clean-text';
import { type CommentFacts, commentFacts } from '@/lib/comment/queries';
import { allow, DomainError } from '@/lib/errors';
import { attachFile } from '@/lib/file/commands.attach';
import { placeFor } from '@/lib/file/commands.place';
import { writtenThere } from '@/lib/imported/vocabulary';
import type { Ctx } from '@/lib/org';
import { createTask } from '@/lib/task/commands';
import { canBeAssigned, canCreateTask, canSetAudience } from '@/lib/task/policy';
import { getTask } from '@/lib/task/queries';
import { projectFacts, taskFacts } from '@/lib/task/queries.facts';
import { copyValues } from '@/lib/task/queries.values';
import { comesFrom } from '@/lib/task/queries.write';
import type { TaskDetail } from '@/lib/task/schema';
import type { CommentToTask, DuplicateTask } from '@/lib/task-origin/schema';
import { type Part, titleOf } from '@/lib/task-origin/vocabulary';
import { readTree } from '@/lib/task-transfer/queries';

/** Tasks that are made at once. */
const MOST = 200;

/**
 * Makes a task like this one, which begins anew: pending, with nothing of the checklist done; of its people those who can
 * be assigned.
 * @throws conflict for a task in the bin, with more than 200 below it, or of an archived project
 */
export async function duplicateTask(ctx: Ctx, { id, title, take }: DuplicateTask): Promise<TaskDetail> {
  const source = await getTask(ctx, { id });
  allow(canCreateTask(ctx.actor, source.project_id));
  if (source.deleted_at) throw new DomainError('conflict', 'This task is in the bin. Restore it first.');
  const parts = new Set(take);
  const below = parts.has('subtasks') ? (await readTree(ctx, source._id, MOST)).slice(1) : [];
  if (below.length >= MOST)
    throw new DomainError('conflict', `More than ${MOST} tasks are below it. Duplicate it without its subtasks.`);
  const copies = new Map<string, string>();
  const top = await copyOf(ctx, { ...source, title: title ?? source.title }, parts, source.parent?._id);
  copies.set(source._id, top);
  // From the top: each has its parent's copy.
  for (const one of below) {
    const task = await getTask(ctx, { id: one.id });
    copies.set(task._id, await copyOf(ctx, task, parts, copies.get(task.parent?._id ?? '')));
  }
  return getTask(ctx, { id: top });
}

async function copyOf(ctx: Ctx, from: TaskDetail, parts: ReadonlySet<Part>, parentId?: string): Promise<string> {
  const { memberId: createdById } = ctx.actor;
  const { project_id, title, priority, estimate_minutes, category, labels = [] } = from;
  const own = { projectId: project_id, createdById, assigneeIds: [], audience: from.audience };
  const { _id: id, ...made } = await createTask(ctx, {
    ...{ project_id, title, priority, estimate_minutes, category_id: category?._id, parent_id: parentId, status: 1 },
    milestone_id: from.milestone?._id,
    audience: canSetAudience(ctx.actor, own) ? from.audience : 'internal',
    description: parts.has('description') ? from.description : '',
    assignee_ids: parts.has('assignees') ? await assignable(ctx, from) : [],
    label_ids: parts.has('labels') ? labels.map(({ _id }) => _id) : [],
    ...(parts.has('dates') && { start_date: from.start_date, due_date: from.due_date }),
  });
  const { audience, version } = made;
  ctx.happened('task.duplicated', { id, projectId: project_id, audience, version }, { from: from.key });
  await copyValues(ctx, from._id, { id, projectId: project_id, audience });
  if (parts.has('checklist')) await copyChecklist(ctx, from._id, { id, projectId: project_id, audience });
  if (parts.has('attachments') && from.attachments.length) {
    const place = await placeFor(ctx, { task_id: id });
    for (const file of from.attachments) await attachFile(ctx, place, file._id);
  }
  return id;
}

async function assignable(ctx: Ctx, { project_id, assignees }: TaskDetail): Promise<string[]> {
  const memberIds = assignees.map(({ _id }) => _id);
  if (!memberIds.length) return [];
  const { people } = await projectFacts(ctx, project_id, { memberIds });
  return people.filter(canBeAssigned).map(({ id }) => id);
}

/** Imported words say so, since the description is the converter's. */
const wordsOf = ({ body, importedFrom: source, importedName: name }: CommentFacts) =>
  source ? `${body}\n\n(${writtenThere({ source, name })})` : body;

/** The task is the team's, whoever reads the comment: its words are its description, and each leads to the other. */
export async function commentToTask(ctx: Ctx, { id, title }: CommentToTask): Promise<TaskDetail> {
  const comment = await commentFacts(ctx, id);
  const { taskId, projectId, taskAudience, audience } = comment;
  allow(canCreateTask(ctx.actor, projectId));
  const { key } = await taskFacts(ctx, taskId);
  const made = await createTask(ctx, {
    ...{ project_id: projectId, description: wordsOf(comment), status: 1, priority: 'none', audience: 'internal' },
    ...{
      title: title ?? (fittedLine(titleOf(comment.body), 200) || `Comment on ${key}`),
      assignee_ids: [],
      label_ids: [],
    },
  });
  await comesFrom(ctx, made._id, id);
  ctx.happened('task.extracted', { id: made._id, projectId, audience: 'internal', version: 1 }, { from: key });
  const subject = { id, taskId, projectId, taskAudience, audience: audience as typeof made.audience };
  ctx.happened('comment.extracted', subject, { comment_id: id, task: made.key });
  await ctx.settle();
  return getTask(ctx, { id: made._id });
}
