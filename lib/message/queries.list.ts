import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { invalidField, notFound } from '@/lib/errors';
import { type MessageRow, messagesById, messagesOf, toMessages } from '@/lib/message/queries';
import type { FoundMessage, ListMessages, MessageRecord, SearchMessages } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { fitting, turned } from '@/lib/paging';
import { termsOf, tsqueryOf } from '@/lib/search/vocabulary';
import { empty, type Sql, sql } from '@/lib/sql';

/** Cursors in both directions are ids of messages; `null`: there are none further on. */
export type MessagePage = Page<MessageRecord> & { prev_cursor: string | null; next_cursor: string | null };

type Anchor = { total: number; seq: number | null };

/**
 * Oldest first. Deleted ones keep their place. `not_found` for a hidden room, `invalid` for a message that is not in it.
 */
export async function listMessages(ctx: Ctx, input: ListMessages): Promise<MessagePage> {
  const { room_id, thread_id: thread, before, after, around, at, pinned, page, limit } = input;
  const named = before ?? after ?? around ?? null;
  // Of the whole room, its threads too.
  const pins = pinned !== undefined && !thread;
  // A reply is shown where its thread began.
  const [anchor] = await ctx.db.$queryRaw<Anchor[]>`
    select case when ${pinned !== undefined}::boolean then (select count(*)::int from message_pin mp
                  join message t on t.org_id = mp.org_id and t.id = mp.message_id
                   and (${pins}::boolean or t.thread_id = ${thread ?? null}::uuid)
                 where mp.org_id = r.org_id and mp.room_id = r.id)
             when ${thread ?? null}::uuid is null then r.last_place
             else (select count(*)::int from message t where t.org_id = r.org_id and t.thread_id = ${thread ?? null}::uuid) end as total,
           case when ${at ?? null}::timestamptz is not null then coalesce(
               (select c.seq from message c where c.org_id = r.org_id and c.room_id = r.id and c.thread_id is null
                  and c.created_at >= ${at ?? null}::timestamptz order by c.created_at, c.id limit 1), r.last_seq)
             else (select case when ${!thread && !pins}::boolean then coalesce(root.seq, c.seq) else c.seq end
                     from message c left join message root on root.org_id = c.org_id and root.id = c.thread_id
                    where c.org_id = r.org_id and c.room_id = r.id and c.id = ${named}::uuid) end as seq
      from room r where r.id = ${room_id}::uuid`;
  if (!anchor) throw notFound('The room');
  const place = anchor.seq;
  if (named && place === null)
    throw invalidField(before ? 'before' : after ? 'after' : 'around', 'This message is not in the room.');
  const where = thread ? sql`and f.thread_id = ${thread}::uuid` : pins ? empty : sql`and f.thread_id is null`;
  const within = sql`f.room_id = ${room_id}::uuid ${where}
    ${pinned ? sql`and exists (select from message_pin mp where mp.org_id = f.org_id and mp.message_id = f.id)` : empty}`;
  const older = (from: Sql, most: number, skip = 0) =>
    sql`(select f.id, f.seq from message f where ${within} and ${from} order by f.seq desc limit ${most}::int offset ${skip}::bigint)`;
  const newer = (from: Sql, most: number) =>
    sql`(select f.id, f.seq from message f where ${within} and ${from} order by f.seq limit ${most}::int)`;
  const half = Math.ceil(limit / 2);
  const centred = around !== undefined || at !== undefined;
  const found = centred
    ? sql`${older(sql`f.seq < ${place}::int`, half + 1)} union all ${newer(sql`f.seq >= ${place}::int`, limit - half + 1)}`
    : after
      ? newer(sql`f.seq > ${place}::int`, limit + 1)
      : older(before ? sql`f.seq < ${place}::int` : sql`true`, limit + 1, before ? 0 : (page - 1) * limit);
  const rows = await ctx.db.$queryRaw<MessageRow[]>`${messagesOf(ctx, found)}`;
  const all = await toMessages(ctx, rows);
  const cut = centred
    ? cutAround(all, rows.filter(({ seq }) => seq < (place ?? 0)).length, half, limit)
    : cutEnd(all, limit, after !== undefined);
  const [first, last] = [cut.docs[0], cut.docs.at(-1)];
  return {
    docs: cut.docs,
    ...{ total: anchor.total, page, limit },
    prev_cursor: cut.older || after ? (first?._id ?? named) : null,
    next_cursor: cut.newer || before || page > 1 ? (last?._id ?? named) : null,
  };
}

type Cut = { docs: MessageRecord[]; older: boolean; newer: boolean };

/** Size ends a page too, at the end that leads on. */
function cutEnd(all: readonly MessageRecord[], limit: number, onwards: boolean): Cut {
  if (onwards) {
    const docs = fitting(all.slice(0, limit));
    return { docs, older: true, newer: docs.length < all.length };
  }
  const docs = fitting(all.slice(-limit).reverse()).reverse();
  return { docs, older: docs.length < all.length, newer: false };
}

/** `older`: how many of them lie before the middle. */
function cutAround(all: readonly MessageRecord[], older: number, half: number, limit: number): Cut {
  const before = fitting(all.slice(Math.max(0, older - half), older).reverse()).reverse();
  const behind = fitting(all.slice(older, older + limit - half));
  return { docs: [...before, ...behind], older: before.length < older, newer: older + behind.length < all.length };
}

/** By counting pages no further. */
const FURTHEST = 10_000;

type Place = { id: string; created: Date };
const cursorOf = ({ id, created }: Place) => `${created.toISOString()}_${id}`;

/**
 * Of all rooms that the caller reads, newest first. Words as in the search; all of what is named has to fit. Days are the
 * caller's. `total` counts no further than to the page behind this one.
 */
export async function searchMessages(ctx: Ctx, input: SearchMessages): Promise<Page<FoundMessage>> {
  const { q, room_id, author, from, to, cursor, page, limit } = input;
  const nothing = { docs: [], total: 0, page, limit, next_cursor: null, prev_cursor: null };
  if (!termsOf(q).wanted.length && (q !== '' || !(room_id || author || from || to))) return nothing;
  const rows = cursor?.newer ? await newerPlaces(ctx, input, cursor.from) : await olderPlaces(ctx, input);
  const found = await messagesById(
    ctx,
    rows.slice(0, limit).map(({ id }) => id),
  );
  const docs = fitting(found);
  const { shown, older, newer } = turned(docs, input, rows.length > docs.length);
  const [first, last] = [shown[0], shown.at(-1)].map((one) => rows.find(({ id }) => id === one?._id));
  return {
    docs: shown,
    total: (page - 1) * limit + (older && !cursor?.newer ? limit + 1 : shown.length),
    ...{ page, limit },
    next_cursor: older && last ? cursorOf(last) : null,
    prev_cursor: newer && first ? `>${cursorOf(first)}` : null,
  };
}

/** Newest first, one more than the page has. */
function olderPlaces(ctx: Ctx, input: SearchMessages): Promise<Place[]> {
  const { cursor, page, limit } = input;
  // A cursor is the way; pages are counted through.
  const skip = cursor ? 0 : (page - 1) * limit;
  const found = findMessages(ctx, input, { before: cursor?.from, most: Math.min(skip + limit + 1, FURTHEST) });
  return ctx.db.$queryRaw<Place[]>`
    select c.id, c.created_at as created from ${found} f join message c on c.id = f.id
     order by c.created_at desc, c.id desc offset ${skip}::bigint`;
}

/** Those that follow the cursor, the nearest first, one more than the page has. */
async function newerPlaces(ctx: Ctx, input: SearchMessages, from: string): Promise<Place[]> {
  const [at, id] = [from.slice(0, 24), from.slice(25)];
  const found = findMessages(ctx, input, { after: at, most: FURTHEST });
  const rows = await ctx.db.$queryRaw<(Place & { count: number })[]>`
    select c.id, c.created_at as created, count(*) over ()::int as count from ${found} f join message c on c.id = f.id
     where (c.created_at, c.id) > (${at}::timestamptz, ${id}::uuid)
     order by c.created_at, c.id limit ${input.limit + 1}::int`;
  // The nearest ones are not among them.
  if ((rows[0]?.count ?? 0) >= FURTHEST - 1)
    throw invalidField('cursor', `More than ${FURTHEST} newer messages fit. Say more about them.`);
  return rows;
}

type Within = { before?: string; after?: string; most: number };

/** `before`: a cursor; `after`: a moment, which is included. */
function findMessages(ctx: Ctx, input: SearchMessages, { before, after, most }: Within): Sql {
  const { q, room_id = null, author = null, from, to } = input;
  const terms = termsOf(q);
  const begins = sql`greatest(${edgeOf(ctx, from, 0)}, ${after ?? null}::timestamptz)`;
  return sql`find_messages(
    array(select r.id from room r where ${room_id}::uuid is null or r.id = ${room_id}::uuid),
    ${terms.wanted.length ? tsqueryOf(terms) : ''}, ${author}::uuid, ${begins}, ${edgeOf(ctx, to, 1)},
    ${before?.slice(0, 24) ?? null}::timestamptz, ${before?.slice(25) ?? null}::uuid, ${most}::int)`;
}

/** A moment, or the beginning of a day where the caller is, `further` days later. */
const edgeOf = ({ actor }: Ctx, edge: string | undefined, further: number): Sql =>
  edge?.includes('T')
    ? sql`${edge}::timestamptz`
    : sql`(${edge ?? null}::date + ${further}::int)::timestamp at time zone ${actor.timeZone}`;
