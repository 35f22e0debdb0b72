import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { hearingOf } from '@/lib/room/events';
import { canRemove, canRename } from '@/lib/room/policy';
import { getRoom, sharing } from '@/lib/room/queries';
import { roomFacts } from '@/lib/room/queries.facts';
import {
  addPeople,
  muteRoom,
  openRoomOf,
  readThreadUpTo,
  readUpTo,
  removePeople,
  renameRoom,
} from '@/lib/room/queries.write';
import type { EditRoom, OpenRoom, ReadRoom, RoomRecord, RoomReference } from '@/lib/room/schema';
import { MOST_PEOPLE } from '@/lib/room/vocabulary';
import { newId } from '@/lib/validation';

/** The same direct room for the same people. `invalid` for people whom the caller does not see, and for observers. */
export async function openRoom(ctx: Ctx, { kind, name, member_ids }: OpenRoom): Promise<RoomRecord> {
  allow(mayEver(ctx.actor, 'chat.direct'));
  const people = [...new Set([ctx.actor.memberId, ...member_ids])];
  await mustShare(ctx, 'member_ids', people);
  const id = await openRoomOf(ctx, { id: newId(), kind, name: name ?? null, people });
  ctx.happened('room.opened', { id, heard: hearingOf({ kind, projectId: null, people }) });
  return getRoom(ctx, { id });
}

/** Of a group its name and people; of every room whether the caller has muted it. */
export async function editRoom(ctx: Ctx, { id, name, muted, add = [], remove = [] }: EditRoom): Promise<RoomRecord> {
  const { actor } = ctx;
  const room = await roomFacts(ctx, id);
  if (name !== undefined || add.length || remove.length) {
    if (room.kind !== 'group')
      throw new DomainError(
        'conflict',
        'Only groups have a name and people of their own: other rooms follow from who is in them.',
      );
    allow(canRename(actor, room));
    allow(!remove.length || canRemove(actor, room), 'Only who made the group takes people out of it.');
    if (remove.includes(actor.memberId)) throw invalidField('remove', 'Leave the room instead.');
    await mustShare(ctx, 'add', add);
    const after = new Set([...room.people, ...add]);
    for (const one of remove) after.delete(one);
    if (after.size > MOST_PEOPLE) throw invalidField('add', `A room has ${MOST_PEOPLE} people at most.`);
    if (name !== undefined) await renameRoom(ctx, id, name);
    if (add.length) await addPeople(ctx, id, add);
    if (remove.length) await removePeople(ctx, id, remove);
    ctx.happened('room.edited', { id, heard: hearingOf(room, add) });
  }
  if (muted !== undefined) {
    await muteRoom(ctx, id, muted);
    ctx.happened('room.read', { id, heard: { by: 'people', memberIds: [actor.memberId] } });
  }
  return getRoom(ctx, { id });
}

/** Of a group. Others are left with the project, or not at all. */
export async function leaveRoom(ctx: Ctx, { id }: RoomReference): Promise<RoomRecord> {
  const room = await roomFacts(ctx, id);
  if (room.kind !== 'group')
    throw new DomainError('conflict', 'You can leave groups. Mute this room if you do not want to hear of it.');
  allow(canRename(ctx.actor, room));
  const record = await getRoom(ctx, { id });
  await removePeople(ctx, id, [ctx.actor.memberId]);
  ctx.happened('room.edited', { id, heard: hearingOf(room) });
  return record;
}

/** Read marks are everybody's own, observers' too. With `thread_id` of that thread alone, which the room's leave as it is. */
export async function readRoom(ctx: Ctx, { room_id: id, message_id, thread_id }: ReadRoom): Promise<RoomRecord> {
  const record = await getRoom(ctx, { id });
  allow(mayEver(ctx.actor, 'chat.read'));
  const marked = await (thread_id ? readThreadUpTo(ctx, id, thread_id, message_id) : readUpTo(ctx, id, message_id));
  if (!marked) {
    // Where the room closed in between it is the room that is missing.
    await getRoom(ctx, { id });
    throw invalidField('message_id', `This message is not in the ${thread_id ? 'thread' : 'room'}.`);
  }
  ctx.happened('room.read', { id, threadId: thread_id, heard: { by: 'people', memberIds: [ctx.actor.memberId] } });
  const { unread_count, mention_count, called_in, last_read_id } = await getRoom(ctx, { id });
  return { ...record, unread_count, mention_count, called_in, last_read_id };
}

async function mustShare(ctx: Ctx, field: string, people: readonly string[]): Promise<void> {
  if (people.length && (await sharing(ctx, people)).length < new Set(people).size)
    throw invalidField(field, 'You can write to people whom you see and who are active; observers only read.');
}
