import 'server-only';
import {
  audienceNow,
  audienceOfComment,
  canDeleteComment,
  canEditComment,
  canRestoreComment,
} from '@/lib/comment/policy';
import {
  answeredBy,
  commentFacts,
  earlierTexts,
  getComment,
  insertComment,
  type Listening,
  listening,
  peopleAround,
  replaceText,
  resolveThread,
} from '@/lib/comment/queries';
import type { AddComment, CommentRecord, CommentReference, EditComment } from '@/lib/comment/schema';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { attachFile } from '@/lib/file/commands.attach';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { filesById } from '@/lib/file/queries.record';
import { renderedFor } from '@/lib/markdown/kept';
import { mentionedIn } from '@/lib/markdown/mentions';
import type { Ctx } from '@/lib/org';
import { canComment, canDeleteTask, concernedBy, hearingAmong } from '@/lib/task/policy';
import { linkTasks } from '@/lib/task/queries.card';
import { markCalled, mentionable, type PersonAround } from '@/lib/task/queries.comments';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { newId } from '@/lib/validation';
import { takingPart } from '@/lib/watcher/queries';

type Writing = { calls?: boolean; rule?: string };

/**
 * Internal by default; a client's never is. Notifies people named, assignees and earlier writers who may read it.
 * `calls`: whether names in it are the writer's own words; `rule`: the name of the rule that writes it.
 */
export async function addComment(
  ctx: Ctx,
  input: AddComment,
  { calls = true, rule }: Writing = {},
): Promise<CommentRecord> {
  const { actor } = ctx;
  const { body } = input;
  // Before the first statement: rendering holds no lock.
  const { html: bodyHtml, renderer: bodyRenderer } = renderedFor('body', body);
  const task = await taskFacts<Listening>(ctx, input.task_id, {}, listening);
  const { id: taskId, projectId, audience: taskAudience } = task;
  if (task.deleted && !canDeleteTask(actor, task)) throw notFound('The task');
  allow(canComment(actor, task));
  allow(actor.role !== 'client' || input.internal !== true, 'Clients cannot write internal comments.');
  if (task.deleted) throw new DomainError('conflict', 'This task is in the bin. Restore it first.');
  const answered = input.parent_id ? await answeredBy(ctx, taskId, input.parent_id) : undefined;
  if (input.parent_id && !answered) throw invalidField('parent_id', 'This comment does not belong to the task.');
  const parent = answered?.rootAudience === 'internal' ? 'internal' : answered?.audience;
  const audience = audienceOfComment(actor, { internal: input.internal, task: taskAudience, parent });

  const id = newId();
  // Threads have one level.
  const parentId = answered?.root ?? null;
  const [linked = bodyHtml] = await linkTasks(ctx, [bodyHtml]);
  await insertComment(ctx, {
    ...{ id, taskId, projectId, taskAudience, audience, parentId },
    ...{ by: actor.memberId, body, html: bodyHtml, renderer: bodyRenderer, at: task.at, rule: rule ?? null },
  });
  const added = { id, taskId, projectId, taskAudience, audience };
  const { mentioned, hearing } = whoHears(ctx, task, {
    ...{ html: calls ? bodyHtml : '', audience, earlier: task.earlier ?? [], people: task.around ?? [] },
  });
  // Whoever made a rule takes no part by what it writes.
  await takingPart(ctx, task, [...new Set([...(rule ? [] : [actor.memberId]), ...mentioned])]);
  const told = { comment_id: id, ...(rule && { by_rule: rule }) };
  ctx.happened('comment.added', { ...added, hearing }, told);
  ctx.happened('comment.mentioned', { ...added, mentioned }, told);
  if (answered?.resolved) {
    await resolveThread(ctx, answered.root, null);
    const thread = { ...added, id: answered.root, audience: answered.rootAudience };
    ctx.happened('comment.reopened', { ...thread, audience: audienceNow(thread) }, { comment_id: answered.root });
  }
  await ctx.settle();
  const attached = new Set(input.attachment_ids);
  const { memberId, name, picture, role } = actor;
  return {
    _id: id,
    task_id: taskId,
    author: { _id: memberId, name, pic: picture, ...(role !== 'client' && { role }) },
    imported: null,
    ...(rule && { rule }),
    body,
    ...markCalled(ctx, { body_html: linked, internal: audience === 'internal' }, task.around ?? []),
    parent_id: parentId,
    reactions: [],
    resolved_at: null,
    resolved_by: null,
    attachments: attached.size ? await attachTo(ctx, { task_id: taskId, comment_id: id }, attached) : [],
    tasks: [],
    version: 1,
    created_at: task.at.toISOString(),
    edited_at: null,
    deleted_at: null,
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
    const replaced = await replaceText(ctx, { id, version, body, html: bodyHtml, renderer: bodyRenderer });
    if (!replaced) throw stale(await getComment(ctx, id));
    const people = mentionable(await peopleAround(ctx, comment.projectId), audienceNow(comment));
    const mentioned = mentionedIn(bodyHtml, people);
    // The text before this change is among them by now.
    const before = mentioned.length ? await earlierTexts(ctx, id) : [];
    const told = new Set(before.flatMap((html) => mentionedIn(html, people)));
    const edited = { ...comment, audience: audienceNow(comment) };
    const { taskId, projectId, taskAudience } = comment;
    const named = mentioned.filter((person) => !told.has(person)).map((person) => person.id);
    if (named.length) await takingPart(ctx, { id: taskId, projectId, audience: taskAudience }, named);
    ctx.happened('comment.edited', edited, { comment_id: id });
    ctx.happened('comment.mentioned', { ...edited, mentioned: named }, { comment_id: id });
  }
  return getComment(ctx, id);
}

export async function deleteComment(ctx: Ctx, { id }: CommentReference): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id);
  allow(canDeleteComment(ctx.actor, comment), 'Only the author of a comment or the project’s leader can delete it.');
  const record = await getComment(ctx, id);
  const { count } = await ctx.db.comment.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: comment.at, deletedById: ctx.actor.memberId, version: { increment: 1 } },
  });
  if (count) ctx.happened('comment.deleted', { ...comment, audience: audienceNow(comment) }, { comment_id: id });
  return record;
}

/** Brings one back with its files and reactions, within a day, for who deleted it and for admins. */
export async function restoreComment(ctx: Ctx, { id }: CommentReference): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id, { deleted: true });
  allow(canRestoreComment(ctx.actor, comment), 'Only who deleted this comment, or an admin, can restore it.');
  const { count } = await ctx.db.comment.updateMany({
    where: { id, deletedAt: { not: null } },
    data: { deletedAt: null, deletedById: null, version: { increment: 1 } },
  });
  if (count) ctx.happened('comment.restored', { ...comment, audience: audienceNow(comment) }, { comment_id: id });
  return getComment(ctx, id);
}

type Written = { html: string; audience: string; earlier: readonly string[]; people: PersonAround[] };

function whoHears(ctx: Ctx, task: TaskFacts, { html, audience, earlier, people }: Written) {
  const named = new Set(mentionedIn(html, mentionable(people, audience)).map((person) => person.id));
  const concerned = concernedBy(task, earlier);
  const known = hearingAmong([...people, ...task.watchers], audience);
  // A client sees little of the team, so all concerned are told. Row security hides the notice from people who left.
  const heard = ctx.actor.role === 'client' ? concerned : concerned.filter((one) => known.has(one));
  return { mentioned: [...named], hearing: heard.filter((one) => !named.has(one)) };
}
