import 'server-only';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';

/** The group, or the one direct room of these people; returns its id. */
export async function openRoomOf(
  { db }: Ctx,
  { id, kind, name, people }: { id: string; kind: string; name: string | null; people: readonly string[] },
): Promise<string> {
  const [room] = await db.$queryRaw<[{ id: string }]>`
    select open_room(${id}::uuid, ${kind}, ${name}, ${[...people]}::uuid[]) as id`;
  return room.id;
}

export async function renameRoom({ db }: Ctx, id: string, name: string): Promise<void> {
  await db.room.updateMany({ where: { id }, data: { name, version: { increment: 1 } } });
}

export async function muteRoom({ db, actor }: Ctx, id: string, muted: boolean): Promise<void> {
  await db.$executeRaw`
    insert into room_reading (room_id, member_id, muted) values (${id}::uuid, ${actor.memberId}::uuid, ${muted})
    on conflict (org_id, room_id, member_id) do update set muted = excluded.muted`;
}

/** `from`: room_id, member_id, and how far it was read as seq and place. */
export const readWith = (from: Sql): Sql => sql`
  insert into room_reading (room_id, member_id, seq, place) select room_id, member_id, seq, place from (${from}) far
  on conflict (org_id, room_id, member_id) do update set seq = excluded.seq, place = excluded.place`;

/** `from`: room_id, thread_id, member_id, and how far it was shown as seq. */
export const shownWith = (from: Sql): Sql => sql`
  insert into thread_reading (room_id, thread_id, member_id, seq) select room_id, thread_id, member_id, seq from (${from}) far
  on conflict (org_id, thread_id, member_id) do update set seq = excluded.seq`;

/** Up to this message of the thread, the one that began it among them, or nothing. False: it is not in the thread. */
export async function readThreadUpTo(
  { db, actor }: Ctx,
  roomId: string,
  threadId: string,
  messageId: string | null,
): Promise<boolean> {
  const far = sql`
    select t.room_id, t.id as thread_id, ${actor.memberId}::uuid as member_id, coalesce(m.seq, 0) as seq
      from message t left join message m on m.org_id = t.org_id and m.id = ${messageId}::uuid and t.id in (m.id, m.thread_id)
     where t.id = ${threadId}::uuid and t.room_id = ${roomId}::uuid and t.thread_id is null
       and (m.id is not null or ${messageId}::uuid is null)`;
  return (await db.$executeRaw`${shownWith(far)}`) > 0;
}

/** Up to this message, or nothing. False: it is not in the room. Threads are read each by itself. */
export async function readUpTo({ db, actor }: Ctx, roomId: string, messageId: string | null): Promise<boolean> {
  const far = sql`
    select r.id as room_id, ${actor.memberId}::uuid as member_id, coalesce(m.place, 0) as place,
           case when m.id is null then 0 when m.place >= r.last_place then r.last_seq else m.seq end as seq
      from room r left join message m on m.org_id = r.org_id and m.room_id = r.id and m.id = ${messageId}::uuid
     where r.id = ${roomId}::uuid and (m.id is not null or ${messageId}::uuid is null)`;
  return (await db.$executeRaw`${readWith(far)}`) > 0;
}

export async function addPeople({ db }: Ctx, roomId: string, memberIds: readonly string[]): Promise<void> {
  await db.roomMember.createMany({ data: memberIds.map((memberId) => ({ roomId, memberId })), skipDuplicates: true });
}

export async function removePeople({ db }: Ctx, roomId: string, memberIds: readonly string[]): Promise<void> {
  await db.roomMember.deleteMany({ where: { roomId, memberId: { in: [...memberIds] } } });
}
