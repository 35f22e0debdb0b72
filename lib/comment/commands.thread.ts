import 'server-only';
import { audienceNow, canTakePart } from '@/lib/comment/policy';
import {
  type CommentFacts,
  commentFacts,
  getComment,
  insertReaction,
  otherReactions,
  resolveThread,
} from '@/lib/comment/queries';
import type { CommentRecord, React } from '@/lib/comment/schema';
import { MOST_REACTIONS } from '@/lib/comment/vocabulary';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

const asShown = (comment: CommentFacts) => ({ ...comment, audience: audienceNow(comment) });

/** Once for each emoji and person; `conflict` beyond the most different ones. */
export async function addReaction(ctx: Ctx, { comment_id: id, emoji }: React): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id);
  allow(canTakePart(ctx.actor, comment));
  if ((await otherReactions(ctx, id, emoji)) >= MOST_REACTIONS)
    throw new DomainError('conflict', `A comment has ${MOST_REACTIONS} different reactions at most.`);
  if (await insertReaction(ctx, id, emoji)) ctx.happened('comment.reacted', asShown(comment));
  return getComment(ctx, id);
}

/** Only one's own. */
export async function removeReaction(ctx: Ctx, { comment_id: id, emoji }: React): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id);
  allow(canTakePart(ctx.actor, comment));
  const { count } = await ctx.db.commentReaction.deleteMany({
    where: { commentId: id, emoji, memberId: ctx.actor.memberId },
  });
  if (count) ctx.happened('comment.reacted', asShown(comment));
  return getComment(ctx, id);
}

/** Of the comment that began a thread; `conflict` for a reply. */
export async function settleThread(ctx: Ctx, id: string, resolved: boolean): Promise<CommentRecord> {
  const comment = await commentFacts(ctx, id);
  allow(canTakePart(ctx.actor, comment));
  if (comment.parentId) throw new DomainError('conflict', 'This is a reply. Resolve the comment that it answers.');
  if (comment.resolved !== resolved) {
    await resolveThread(ctx, id, resolved ? ctx.actor.memberId : null);
    ctx.happened(resolved ? 'comment.resolved' : 'comment.reopened', asShown(comment), { comment_id: id });
    await ctx.settle();
  }
  return getComment(ctx, id);
}
