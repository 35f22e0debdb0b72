import 'server-only';
import type { Ctx } from '@/lib/org';
import { readWith, shownWith } from '@/lib/room/queries.write';
import { sql } from '@/lib/sql';

export type NewMessage = {
  id: string;
  roomId: string;
  clientId: string;
  body: string;
  html: string;
  renderer: number;
  replyTo: string | null;
  threadId: string | null;
  callsRoom: boolean;
};

/** Its place in the room; undefined: this author has sent it before. Who writes has read what came before, there or in the thread. */
export async function insertMessage({ db, actor }: Ctx, one: NewMessage): Promise<number | undefined> {
  const me = sql`${actor.memberId}::uuid`;
  const room = sql`${one.roomId}::uuid`;
  const [row] = await db.$queryRaw<{ seq: number }[]>`
    with place as (select p.seq, p.place from next_message_place(${room}, ${one.clientId}::uuid, ${one.threadId !== null}) p),
    made as (insert into message (id, room_id, seq, place, author_id, client_id, body, body_html, body_renderer, reply_to_id, thread_id, calls_room)
      select ${one.id}::uuid, ${room}, p.seq, p.place, ${me}, ${one.clientId}::uuid, ${one.body}, ${one.html}, ${one.renderer}::int,
             ${one.replyTo}::uuid, ${one.threadId}::uuid, ${one.callsRoom} from place p),
    read as (${readWith(sql`select ${room} as room_id, ${me} as member_id, p.seq, p.place from place p where ${one.threadId}::uuid is null`)}),
    shown as (${shownWith(sql`select ${room} as room_id, ${one.threadId}::uuid as thread_id, ${me} as member_id, p.seq from place p
      where ${one.threadId}::uuid is not null`)})
    select seq from place`;
  return row?.seq;
}

/** The message of this author that has this id of theirs. */
export async function sentBefore({ db, actor }: Ctx, clientId: string): Promise<{ id: string; roomId: string } | null> {
  return db.message.findFirst({ where: { authorId: actor.memberId, clientId }, select: { id: true, roomId: true } });
}

type Called = { id: string; roomId: string; seq: number; threadId: string | null };

/** Leaves together with what the message causes. */
export const insertMentions = (
  { db }: Pick<Ctx, 'db'>,
  { id, roomId, seq, threadId }: Called,
  memberIds: readonly string[],
) => db.$executeRaw`
  insert into message_mention (room_id, message_id, member_id, seq, unread)
  select ${roomId}::uuid, ${id}::uuid, one, ${seq}::int, ${threadId}::uuid is not null and one <> app_member_id() from unnest(${[...memberIds]}::uuid[]) one on conflict do nothing`;

export const removeMentions = ({ db }: Pick<Ctx, 'db'>, id: string, except: readonly string[]) => db.$executeRaw`
  delete from message_mention where message_id = ${id}::uuid and member_id <> all (${[...except]}::uuid[])`;

type NewText = { id: string; version: number; body: string; html: string; renderer: number; callsRoom: boolean };

/** Keeps what it said before. False: it is not at `version` any more, or was deleted. */
export async function replaceText({ db }: Ctx, one: NewText): Promise<boolean> {
  const updated = await db.$executeRaw`
    with old as (select c.* from message c where c.id = ${one.id}::uuid and c.version = ${one.version}::int
                    and c.deleted_at is null for update),
         kept as (insert into message_version (message_id, version, body, written_at)
                  select id, version, body, coalesce(edited_at, created_at) from old)
    update message c set body = ${one.body}, body_html = ${one.html}, body_renderer = ${one.renderer}::int,
           calls_room = ${one.callsRoom}, version = c.version + 1, edited_at = now()
      from old where c.id = old.id`;
  return updated > 0;
}

/** Looked at for people who were told before. */
const MOST_TEXTS = 20;

/** What it said and called somebody in, the latest first. */
export async function earlierTexts({ db }: Ctx, id: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ body: string }[]>`
    select body from message_version where message_id = ${id}::uuid and body ~ '[@＠]' order by version desc limit ${MOST_TEXTS}::int`;
  return rows.map(({ body }) => body);
}

/** False: it was deleted already. */
export async function markDeleted({ db }: Ctx, id: string): Promise<boolean> {
  const { count } = await db.message.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date(), version: { increment: 1 } },
  });
  if (count) await db.messagePin.deleteMany({ where: { messageId: id } });
  return count > 0;
}

/** False: it is pinned already. */
export async function insertPin({ db, actor }: Ctx, { id, roomId }: { id: string; roomId: string }): Promise<boolean> {
  const added = await db.$executeRaw`
    insert into message_pin (room_id, message_id, pinned_by_id) values (${roomId}::uuid, ${id}::uuid, ${actor.memberId}::uuid)
    on conflict do nothing`;
  return added > 0;
}

export async function removePin({ db }: Ctx, id: string): Promise<boolean> {
  return (await db.messagePin.deleteMany({ where: { messageId: id } })).count > 0;
}

/** False: it has this reaction of the caller already. `most`: different ones that a message can have. */
export async function insertReaction({ db, actor }: Ctx, id: string, emoji: string): Promise<boolean> {
  const added = await db.$executeRaw`
    insert into message_reaction (message_id, member_id, emoji) values (${id}::uuid, ${actor.memberId}::uuid, ${emoji})
    on conflict do nothing`;
  return added > 0;
}

export async function otherReactions({ db }: Ctx, id: string, emoji: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(distinct e.emoji)::int as count from message_reaction e where e.message_id = ${id}::uuid and e.emoji <> ${emoji}`;
  return row.count;
}

export async function removeReaction({ db, actor }: Ctx, id: string, emoji: string): Promise<boolean> {
  const { count } = await db.messageReaction.deleteMany({ where: { messageId: id, emoji, memberId: actor.memberId } });
  return count > 0;
}

export const linkTask = ({ db }: Pick<Ctx, 'db'>, messageId: string, taskId: string) =>
  db.messageTask.createMany({ data: { messageId, taskId } });

export const linkComment = ({ db }: Pick<Ctx, 'db'>, messageId: string, commentId: string) =>
  db.messageComment.createMany({ data: { messageId, commentId } });

/** A thread: the message that began it, and who wrote in it or was named there. */
export type Thread = { root: string; people: string[] };

/** Of any of its messages; undefined: that one is not in the room. */
export async function threadOf({ db }: Ctx, roomId: string, id: string): Promise<Thread | undefined> {
  const within = sql`select c.id, c.author_id from message c, root where c.id = root.id
    union all select c.id, c.author_id from message c, root where c.thread_id = root.id`;
  const [thread] = await db.$queryRaw<Thread[]>`
    with root as (select coalesce(m.thread_id, m.id) as id from message m where m.id = ${id}::uuid and m.room_id = ${roomId}::uuid),
    within as (${within})
    select root.id as root, array(select w.author_id from within w where w.author_id is not null
      union select mm.member_id from within w join message_mention mm on mm.message_id = w.id) as people from root`;
  return thread;
}
