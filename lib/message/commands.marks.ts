import 'server-only';
import { MOST_REACTIONS } from '@/lib/comment/vocabulary';
import { allow, DomainError } from '@/lib/errors';
import { subjectOf } from '@/lib/message/events';
import { getMessage, type MessageFacts, messageFacts } from '@/lib/message/queries';
import { insertPin, insertReaction, otherReactions, removePin, removeReaction } from '@/lib/message/queries.write';
import type { MessageReaction, MessageRecord, MessageReference } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { canSend } from '@/lib/room/policy';

const READS_ONLY = 'You can read this room, but not write in it.';

const mustBeThere = ({ deleted }: MessageFacts) => {
  if (deleted) throw new DomainError('conflict', 'This message was deleted.');
};

/** Once for each emoji and person; `conflict` beyond the most different ones. */
export async function addReaction(ctx: Ctx, { message_id: id, emoji }: MessageReaction): Promise<MessageRecord> {
  const message = await messageFacts(ctx, id);
  allow(canSend(ctx.actor, message), READS_ONLY);
  mustBeThere(message);
  if ((await otherReactions(ctx, id, emoji)) >= MOST_REACTIONS)
    throw new DomainError('conflict', `A message has ${MOST_REACTIONS} different reactions at most.`);
  if (await insertReaction(ctx, id, emoji)) ctx.happened('message.marked', subjectOf(message));
  return getMessage(ctx, { id });
}

/** Only one's own. */
export async function takeReaction(ctx: Ctx, { message_id: id, emoji }: MessageReaction): Promise<MessageRecord> {
  const message = await messageFacts(ctx, id);
  allow(canSend(ctx.actor, message), READS_ONLY);
  mustBeThere(message);
  if (await removeReaction(ctx, id, emoji)) ctx.happened('message.marked', subjectOf(message));
  return getMessage(ctx, { id });
}

export async function pinMessage(ctx: Ctx, { id }: MessageReference): Promise<MessageRecord> {
  const message = await messageFacts(ctx, id);
  allow(canSend(ctx.actor, message), READS_ONLY);
  mustBeThere(message);
  if (await insertPin(ctx, message)) ctx.happened('message.marked', subjectOf(message));
  return getMessage(ctx, { id });
}

export async function unpinMessage(ctx: Ctx, { id }: MessageReference): Promise<MessageRecord> {
  const message = await messageFacts(ctx, id);
  allow(canSend(ctx.actor, message), READS_ONLY);
  mustBeThere(message);
  if (await removePin(ctx, id)) ctx.happened('message.marked', subjectOf(message));
  return getMessage(ctx, { id });
}
