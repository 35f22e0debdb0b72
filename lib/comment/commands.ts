import 'server-only';
import { audienceOfComment, canDeleteComment, canEditComment, mentionedIn } from '@/lib/comment/policy';
import {
  type CommentFacts,
  commentersOf,
  commentFacts,
  getComment,
  insertComment,
  peopleAround,
} from '@/lib/comment/queries';
import type { AddComment, CommentRecord, CommentReference, EditComment } from '@/lib/comment/schema';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { attachFile } from '@/lib/file/commands.attach';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { filesById } from '@/lib/file/queries.record';
import { renderedFor } from '@/lib/markdown/kept';
import type { Ctx } from '@/lib/org';
import { canComment, canDeleteTask, hearsOf } from '@/lib/task/policy';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import type { Audience } from '@/lib/task/schema';
import { newId } from '@/lib/validation';

/** Internal by default; a client's never is. Notifies people named, assignees and earlier writers who may read it. */
export async function addComment(ctx: Ctx, input: AddComment): Promise<CommentRecord> {
  const { actor } = ctx;
  const { body } = input;
  // Before the first statement: rendering holds no lock.
  const { html: bodyHtml, renderer: bodyRenderer } = renderedFor('body', body);
  const task = await taskFacts(ctx, input.task_id);
  const { id: taskId, projectId, audience: taskAudience } = task;
  if (task.deleted && !canDeleteTask(actor, task)) throw notFound('The task');
  allow(canComment(actor, task));
  allow(actor.role !== 'client' || input.internal !== true, 'Clients cannot write internal comments.');
  if (task.deleted) throw new DomainError('conflict', 'This task is in the bin. Restore it first.');
  const parent = input.parent_id ? await answered(ctx, taskId, input.parent_id) : undefined;
  const audience = audienceOfComment(actor, { internal: input.internal, task: taskAudience, parent: parent?.audience });

  const id = newId();
  const parentId = parent?.id ?? null;
  const earlier = await commentersOf(ctx, taskId);
  ctx.writeAlong(
    insertComment({
      ...{ id, taskId, projectId, taskAudience, audience, parentId },
      ...{ by: actor.memberId, body, html: bodyHtml, renderer: bodyRenderer, at: task.at },
    }),
  );
  const added = { id, taskId, projectId, taskAudience, audience };
  const { mentioned, hearing } = await whoHears(ctx, task, { body, audience, earlier });
  ctx.happened('comment.added', { ...added, hearing }, { comment_id: id });
  ctx.happened('comment.mentioned', { ...added, mentioned }, { comment_id: id });
  await ctx.settle();
  const attached = new Set(input.attachment_ids);
  const { memberId, name, picture, role } = actor;
  return {
    _id: id,
    task_id: taskId,
    author: { _id: memberId, name, pic: picture, ...(role !== 'client' && { role }) },
    body,
    body_html: bodyHtml,
    internal: audience === 'internal',
    parent_id: parentId,
    attachments: attached.size ? await attachTo(ctx, { task_id: taskId, comment_id: id }, attached) : [],
    version: 1,
    created_at: task.at.toISOString(),
    edited_at: null,
  };
}

async function attachTo(ctx: Ctx, wanted: PlaceWanted, ids: ReadonlySet<string>) {
  const place = await placeFor(ctx, wanted);
  const attached: string[] = [];
  for (const id of ids) attached.push(await attachFile(ctx, place, id));
  return filesById(ctx, attached);
}

/** `conflict` with the current comment if `version` is stale. */
export async function editComment(ctx: Ctx, { id, version, body }: EditComment): Promise<CommentRecord> {
  const { html: bodyHtml, renderer: bodyRenderer } = renderedFor('body', body);
  const comment = await commentFacts(ctx, id);
  allow(canEditComment(ctx.actor, comment), 'Only the author of a comment can change it.');
  if (version !== comment.version) throw stale(await getComment(ctx, id));
  if (body !== comment.body) {
    const { count } = await ctx.db.comment.updateMany({
      where: { id, version, deletedAt: null },
      data: { body, bodyHtml, bodyRenderer, version: { increment: 1 }, editedAt: comment.at },
    });
    if (!count) throw stale(await getComment(ctx, id));
    const people = mentionable(await peopleAround(ctx, comment.projectId), audienceNow(comment));
    const before = new Set(mentionedIn(comment.body, people));
    const mentioned = mentionedIn(body, people).filter((person) => !before.has(person));
    const edited = { ...comment, audience: audienceNow(comment) };
    ctx.happened('comment.edited', edited, { comment_id: id });
    ctx.happened(
      'comment.mentioned',
      { ...edited, mentioned: mentioned.map((person) => person.id) },
      { comment_id: id },
    );
  }
  return getComment(ctx, id);
}

export async function deleteComment(ctx: Ctx, { id }: CommentReference): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id);
  allow(canDeleteComment(ctx.actor, comment), 'Only the author of a comment or the project’s leader can delete it.');
  const record = await getComment(ctx, id);
  const { count } = await ctx.db.comment.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: comment.at, version: { increment: 1 } },
  });
  if (count) ctx.happened('comment.deleted', { ...comment, audience: audienceNow(comment) }, { comment_id: id });
  return record;
}

/** A client-visible comment of a task made internal is for the team only. */
const audienceNow = ({ audience, taskAudience }: CommentFacts): Audience =>
  taskAudience === 'client' && audience === 'client' ? 'client' : 'internal';

/** Must belong to this task and be readable by the caller. */
async function answered(ctx: Ctx, taskId: string, id: string): Promise<{ id: string; audience: string }> {
  const parent = await ctx.db.comment.findFirst({
    where: { id, taskId, deletedAt: null },
    select: { id: true, audience: true },
  });
  if (!parent) throw invalidField('parent_id', 'This comment does not belong to the task.');
  return parent;
}

const mentionable = (people: Person[], audience: string) =>
  people.filter((person) => person.role !== 'observer' && hearsOf(person, audience));
type Person = Awaited<ReturnType<typeof peopleAround>>[number];

type Written = { body: string; audience: string; earlier: readonly string[] };

async function whoHears(ctx: Ctx, task: TaskFacts, { body, audience, earlier }: Written) {
  const people = await peopleAround(ctx, task.projectId);
  const named = new Set(mentionedIn(body, mentionable(people, audience)).map((person) => person.id));
  const concerned = new Set([task.createdById, ...task.assigneeIds, ...earlier].filter((one) => one !== null));
  const known = new Set(people.filter((person) => hearsOf(person, audience)).map((person) => person.id));
  // A client sees little of the team, so all concerned are told. Row security hides the notice from people who left.
  const heard = ctx.actor.role === 'client' ? [...concerned] : [...concerned].filter((one) => known.has(one));
  return { mentioned: [...named], hearing: heard.filter((one) => !named.has(one)) };
}
