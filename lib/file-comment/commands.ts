import 'server-only';
import { peopleAround } from '@/lib/comment/queries';
import { allow, DomainError } from '@/lib/errors';
import { canCommentOnFile } from '@/lib/file/policy';
import { type FileFacts, presentFile } from '@/lib/file/queries.record';
import type { FileAudience } from '@/lib/file/vocabulary';
import { canDeleteFileComment, canRestoreFileComment } from '@/lib/file-comment/policy';
import { fileCommenters, fileCommentFacts, getFileComment, insertFileComment } from '@/lib/file-comment/queries';
import type { AddFileComment, FileCommentRecord, FileCommentReference } from '@/lib/file-comment/schema';
import type { Ctx } from '@/lib/org';
import { hearsOf } from '@/lib/task/policy';
import { newId } from '@/lib/validation';

/** Internal by default; a client's never is. Notifies who uploaded the file and who wrote about it, if they may read it. */
export async function addFileComment(
  ctx: Ctx,
  { id: fileId, body, internal }: AddFileComment,
): Promise<FileCommentRecord> {
  const { actor } = ctx;
  const file = await presentFile(ctx, fileId);
  if (file.taskId || file.draft) throw new DomainError('conflict', 'Comment on the task that this file belongs to.');
  allow(canCommentOnFile(actor, file));
  allow(actor.role !== 'client' || internal !== true, 'Clients cannot write internal comments.');
  const forClients = actor.role === 'client' || (internal === false && file.audience === 'client');
  const audience: FileAudience = forClients ? 'client' : 'internal';
  const id = newId();
  const { name, projectId } = file;
  const hearing = await whoHears(ctx, file, audience);
  await insertFileComment(ctx, { id, fileId, audience, by: actor.memberId, body });
  ctx.happened('file.commented', { fileId, projectId, audience, hearing }, { file_id: fileId, name });
  await ctx.settle();
  return getFileComment(ctx, id);
}

/** Can be undone within a day. */
export async function deleteFileComment(ctx: Ctx, { id }: FileCommentReference): Promise<FileCommentRecord> {
  const comment = await fileCommentFacts(ctx, id);
  allow(
    canDeleteFileComment(ctx.actor, comment),
    'Only the author of a comment or the project’s leader can delete it.',
  );
  const record = await getFileComment(ctx, id);
  const { count } = await ctx.db.fileComment.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date(), deletedById: ctx.actor.memberId },
  });
  const { fileId, name } = comment;
  if (count) ctx.happened('file.comment_deleted', comment, { file_id: fileId, name });
  return record;
}

/** Brings one back within a day, for who deleted it and for admins. */
export async function restoreFileComment(ctx: Ctx, { id }: FileCommentReference): Promise<FileCommentRecord> {
  const comment = await fileCommentFacts(ctx, id, { deleted: true });
  allow(canRestoreFileComment(ctx.actor, comment), 'Only who deleted this comment, or an admin, can restore it.');
  const { count } = await ctx.db.fileComment.updateMany({
    where: { id, deletedAt: { not: null } },
    data: { deletedAt: null, deletedById: null },
  });
  const { fileId, name } = comment;
  if (count) ctx.happened('file.comment_restored', comment, { file_id: fileId, name });
  return getFileComment(ctx, id);
}

async function whoHears(ctx: Ctx, { id, projectId, ownerId }: FileFacts, audience: FileAudience): Promise<string[]> {
  if (projectId === null) return [];
  const concerned = new Set([ownerId, ...(await fileCommenters(ctx, id))].filter((one) => one !== null));
  // A client sees little of the team, so all concerned are told.
  if (ctx.actor.role === 'client') return [...concerned];
  const people = await peopleAround(ctx, projectId);
  return people.filter((person) => concerned.has(person.id) && hearsOf(person, audience)).map((person) => person.id);
}
