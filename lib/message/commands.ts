import 'server-only';
import { alreadyMade } from '@/lib/contract/endpoint';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { placeDraftsOnMessage } from '@/lib/file/queries.attached';
import { renderedFor } from '@/lib/markdown/kept';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { callsRoom, mentionedIn } from '@/lib/markdown/mentions';
import { subjectOf } from '@/lib/message/events';
import { getMessage, type MessageFacts, messageFacts } from '@/lib/message/queries';
import {
  earlierTexts,
  insertMentions,
  insertMessage,
  markDeleted,
  removeMentions,
  replaceText,
  sentBefore,
  type Thread,
  threadOf,
} from '@/lib/message/queries.write';
import type { EditMessage, MessageRecord, MessageReference, SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { hearingOf } from '@/lib/room/events';
import { canModerate, canSend } from '@/lib/room/policy';
import { everybodyIn, peopleIn, type RoomFacts, roomFacts } from '@/lib/room/queries.facts';
import { newId } from '@/lib/validation';

/** Once for each `client_id` of its author: a repetition answers the message that is there. */
export async function sendMessage(ctx: Ctx, input: SendMessage): Promise<MessageRecord> {
  const { room_id: roomId, body, client_id: clientId } = input;
  // Before the first statement: rendering holds no lock.
  const { html, renderer } = renderedFor('body', body);
  const room = await roomFacts(ctx, roomId);
  allow(canSend(ctx.actor, room), 'You can read this room, but not write in it.');
  const thread = input.thread_id ? await threadIn(ctx, roomId, input.thread_id) : undefined;
  // Threads have one level.
  const threadId = thread?.root ?? null;
  const replyTo = input.reply_to ?? null;
  if (replyTo && !(await isIn(ctx, roomId, replyTo))) throw notIn('reply_to');
  const called = await calledIn(ctx, room, html);

  const id = newId();
  const calls = callsRoom(html);
  const everybody = calls ? await everybodyIn(ctx, roomId) : [];
  const text = { body, html, renderer, callsRoom: calls };
  const seq = await insertMessage(ctx, { id, roomId, clientId, replyTo, threadId, ...text });
  if (seq === undefined) return repeated(ctx, roomId, clientId);
  const files = [...new Set(input.attachment_ids)];
  if (files.length) await attachTo(ctx, id, room, files);
  if (called.length) await insertMentions(ctx, { id, roomId, seq, threadId }, called);
  const heard = hearingOf(room);
  ctx.happened('message.sent', { id, roomId, version: 1, heard });
  if (threadId) ctx.happened('message.marked', { id: threadId, roomId, version: 1, heard });
  const direct = room.kind === 'direct' ? room.people : [];
  const said = { id, roomId, projectId: room.projectId, threadId };
  tell(ctx, said, { named: called, direct, thread: thread?.people ?? [], everybody });
  await ctx.settle();
  return getMessage(ctx, { id });
}

async function attachTo(ctx: Ctx, id: string, { kind, projectId }: RoomFacts, files: readonly string[]): Promise<void> {
  const audience = kind === 'project_clients' ? 'client' : 'internal';
  if ((await placeDraftsOnMessage(ctx, { id, projectId, audience }, files)) < files.length)
    throw invalidField('attachment_ids', 'An attachment is not there any more. Remove it, and add it again.');
}

async function repeated(ctx: Ctx, roomId: string, clientId: string): Promise<MessageRecord> {
  const before = await sentBefore(ctx, clientId);
  if (!before) throw notFound('The room');
  if (before.roomId !== roomId) throw invalidField('client_id', 'You have used this id in another room.');
  return alreadyMade(await getMessage(ctx, before));
}

const notIn = (field: string) => invalidField(field, 'This message is not in the room.');

const isIn = async ({ db }: Ctx, roomId: string, id: string): Promise<boolean> =>
  (await db.message.count({ where: { id, roomId } })) > 0;

async function threadIn(ctx: Ctx, roomId: string, id: string): Promise<Thread> {
  const thread = await threadOf(ctx, roomId, id);
  if (!thread) throw notIn('thread_id');
  return thread;
}

const SIGN = /[@\uFF20]/;

/** Those of the room whose names stand behind an `@`. */
async function calledIn(ctx: Ctx, room: RoomFacts, html: string): Promise<string[]> {
  return SIGN.test(html) ? namedIn(html, await peopleIn(ctx, room)) : [];
}

const namedIn = (html: string, people: Awaited<ReturnType<typeof peopleIn>>) =>
  mentionedIn(html, people).map(({ id }) => id);

/** `conflict` with the current message if `version` is stale. */
export async function editMessage(ctx: Ctx, { id, version, body }: EditMessage): Promise<MessageRecord> {
  const { html, renderer } = renderedFor('body', body);
  const message = await messageFacts(ctx, id);
  const own = message.authorId === ctx.actor.memberId && canSend(ctx.actor, message);
  allow(own, 'Only the author of a message can change it.');
  if (message.deleted) throw new DomainError('conflict', 'This message was deleted.');
  if (version !== message.version) throw stale(await getMessage(ctx, { id }));
  if (body === message.body) return getMessage(ctx, { id });
  const room: RoomFacts = { ...message, id: message.roomId };
  const called = await calledIn(ctx, room, html);
  const calls = callsRoom(html);
  const replaced = await replaceText(ctx, { id, version, body, html, renderer, callsRoom: calls });
  if (!replaced) throw stale(await getMessage(ctx, { id }));
  await removeMentions(ctx, id, called);
  if (called.length) await insertMentions(ctx, message, called);
  ctx.happened('message.edited', subjectOf(message, version + 1));
  if (called.length || calls) await tellNew(ctx, message, { called, calls });
  await ctx.settle();
  return getMessage(ctx, { id });
}

/** Who was told of an earlier text of a message is not told again; what was told shows while it still calls. */
async function tellNew(ctx: Ctx, message: MessageFacts, { called, calls }: { called: string[]; calls: boolean }) {
  const people = called.length ? await peopleIn(ctx, { ...message, id: message.roomId }) : [];
  // The text before this change is among them by now.
  const before = (await earlierTexts(ctx, message.id)).map(renderMarkdown);
  const told = new Set(before.flatMap((html) => namedIn(html, people)).filter((one) => called.includes(one)));
  for (const one of message.kind === 'direct' ? message.people : []) told.add(one);
  const everybody = calls ? await everybodyIn(ctx, message.roomId) : [];
  for (const one of before.some(callsRoom) ? everybody : []) told.add(one);
  const isNew = (one: string) => !told.has(one);
  tell(ctx, message, { named: called.filter(isNew), everybody: everybody.filter(isNew) });
}

/** It keeps its place without its words. One's own; others' for who leads the project, and for admins and sub-admins. */
export async function deleteMessage(ctx: Ctx, { id }: MessageReference): Promise<MessageRecord> {
  const message = await messageFacts(ctx, id);
  const own = message.authorId === ctx.actor.memberId && canSend(ctx.actor, message);
  allow(own || canModerate(ctx.actor, message), 'Only the author of a message or the project’s leader can delete it.');
  if (!message.deleted && (await markDeleted(ctx, id)))
    ctx.happened('message.deleted', subjectOf(message, message.version + 1), {
      message_id: id,
      room_id: message.roomId,
    });
  return getMessage(ctx, { id });
}

type Said = { id: string; roomId: string; projectId: string | null; threadId: string | null };
/** `direct`: of a direct room; `thread`: who took part before; `everybody`: of a room that is called. */
type Concerned = Partial<Record<'named' | 'direct' | 'thread' | 'everybody', readonly string[]>>;

/** Each person is told once, by what concerns them most. */
function tell(
  ctx: Ctx,
  { id, roomId, projectId, threadId }: Said,
  { named = [], direct = [], thread = [], everybody = [] }: Concerned,
) {
  const told = new Set<string>();
  const about = (people: readonly string[]) => {
    const to = people.filter((one) => !told.has(one));
    for (const one of to) told.add(one);
    return { id, roomId, projectId, to };
  };
  const data = { message_id: id, ...(threadId && { thread_id: threadId }) };
  ctx.happened('message.mentioned', about(named), data);
  ctx.happened('message.direct', about(direct), data);
  ctx.happened('message.replied', about(thread), data);
  ctx.happened('message.called', about(everybody), data);
}
