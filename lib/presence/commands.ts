import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { keepPresence } from '@/lib/presence/queries';
import type { PresenceRecord, SayPresence, SayTyping } from '@/lib/presence/schema';
import { TYPING_SECONDS } from '@/lib/presence/vocabulary';
import type { RoomHearing } from '@/lib/realtime/events';
import { sayFleeting, saySoon } from '@/lib/realtime/fleeting';
import { hearingOf } from '@/lib/room/events';
import { canSend } from '@/lib/room/policy';
import { roomFacts } from '@/lib/room/queries.facts';
import { canEditTask } from '@/lib/task/policy';
import { taskFacts } from '@/lib/task/queries.facts';

/** The caller's own, by what the session says who they are. */
export async function sayPresence(ctx: Ctx, input: SayPresence): Promise<PresenceRecord> {
  allow(mayEver(ctx.actor, 'profile.own'));
  const { record, changed } = await keepPresence(ctx, input);
  if (changed) saySoon(ctx, { type: 'presence.changed' });
  return record;
}

const typing = new Map<string, number>();
const MOST_TYPING = 5_000;

/** What is written, and who hears of it. */
async function written(ctx: Ctx, { room_id, thread_id, task_id = '' }: SayTyping) {
  if (room_id) {
    const room = await roomFacts(ctx, room_id);
    const begins = { id: thread_id ?? '', roomId: room_id, threadId: null };
    if (thread_id && !(await ctx.db.message.count({ where: begins })))
      throw invalidField('thread_id', 'This message began no thread of the room.');
    return { may: canSend(ctx.actor, room), about: { roomId: room_id, threadId: thread_id, heard: hearingOf(room) } };
  }
  const task = await taskFacts(ctx, task_id);
  const heard: RoomHearing = { by: 'team', projectId: task.projectId };
  return { may: canEditTask(ctx.actor, task), about: { taskId: task.id, heard } };
}

/** Told at once, at most every three seconds; nothing of it is kept. */
export async function sayTyping(ctx: Ctx, input: SayTyping): Promise<null> {
  const { may, about } = await written(ctx, input);
  allow(may);
  const { memberId } = ctx.actor;
  const key = `${memberId} ${input.thread_id ?? input.room_id ?? input.task_id}`;
  const now = Date.now();
  // A little less than the browser waits, whose clock is another.
  if (now - (typing.get(key) ?? 0) < (TYPING_SECONDS - 1) * 1000) return null;
  typing.delete(key);
  typing.set(key, now);
  const [oldest] = typing.keys();
  if (typing.size > MOST_TYPING && oldest !== undefined) typing.delete(oldest);
  sayFleeting(ctx, { type: 'typing', ...about, memberId });
  return null;
}
