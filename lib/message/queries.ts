import 'server-only';
import type { Reaction } from '@/lib/comment/schema';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import { type Called, withMentions } from '@/lib/markdown/mentions';
import { plainLine } from '@/lib/markdown/plain-line';
import { linksOfTexts } from '@/lib/message/queries.links';
import { withPreviews } from '@/lib/message/queries.previews';
import type { FoundMessage, MessageRecord, MessageVersion, MessageVersions } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import type { PersonBadge } from '@/lib/person/schema';
import { canModerate, canSend, type RuledRoom } from '@/lib/room/policy';
import { roomNames } from '@/lib/room/queries.names';
import { badge, instant, type Sql, sql } from '@/lib/sql';
import { beginningOf, pointsFor } from '@/lib/text';

export type MessageRow = Pick<
  MessageRecord,
  | '_id'
  | 'room_id'
  | 'author'
  | 'body'
  | 'client_id'
  | 'reply_to'
  | 'thread_id'
  | 'thread_count'
  | 'thread_unread'
  | 'tasks'
  | 'comments'
  | 'pinned'
  | 'calls_me'
  | 'version'
> & {
  seq: number;
  html: string;
  renderer: number;
  author_id: string | null;
  room: RuledRoom;
  quoted: { _id: string; author: PersonBadge | null; body: string } | null;
  reactions: Reaction[];
  attachments: AttachedRows;
  /** Those whom it calls, as far as the caller sees them. */
  named: Called[];
  calls_room: boolean;
  created: number;
  edited: number | null;
  deleted: number | null;
};

/** As it is written to call everybody. */
const ROOM: Called = { name: 'room', mine: true };

/** Letters of a message that is quoted. */
const BEGINNING = 200;

/** Of the messages that `found` names by `id` and `seq`, in the order of `seq`. */
export const messagesOf = (ctx: Ctx, found: Sql): Sql => {
  const me = sql`${ctx.actor.memberId}::uuid`;
  const named = sql`(select ${badge(ctx)} from member m where m.org_id = c.org_id and m.id = c.author_id)`;
  return sql`
    select c.id as _id, c.seq, c.room_id, c.author_id, ${named} as author, c.client_id, c.reply_to_id as reply_to, c.thread_id, c.version,
           case when c.deleted_at is null then c.body else '' end as body, c.body_renderer as renderer,
           case when c.deleted_at is null and c.body_renderer = ${RENDERER}::int then c.body_html else '' end as html,
           extract(epoch from c.created_at)::float8 as created, extract(epoch from c.edited_at)::float8 as edited,
           extract(epoch from c.deleted_at)::float8 as deleted,
           json_build_object('kind', r.kind, 'projectId', r.project_id, 'creatorId', r.created_by_id, 'leaderId',
             (select p.leader_id from project p where p.org_id = r.org_id and p.id = r.project_id)) as room,
           case when c.deleted_at is null then ${attachedWhere(ctx, sql`f.org_id = c.org_id and f.message_id = c.id`)} end as attachments,
           (select json_build_object('_id', q.id, 'body', case when q.deleted_at is not null then '' when q.body <> '' then left(q.body, ${pointsFor(BEGINNING)})
                 else (select left(string_agg(f.name, ', ' order by f.created_at, f.id), ${pointsFor(BEGINNING)}) from file f
                        where f.org_id = q.org_id and f.message_id = q.id) end,
               'author', (select ${badge(ctx)} from member m where m.org_id = q.org_id and m.id = q.author_id))
              from message q where q.org_id = c.org_id and q.id = c.reply_to_id) as quoted,
           thread.count as thread_count, thread.unread as thread_unread,
           exists (select from message_pin mp where mp.org_id = c.org_id and mp.message_id = c.id) as pinned,
           c.calls_room, (select coalesce(json_agg(json_build_object('name', shown_name(m.name, m.namesake), 'mine', m.id = ${me})), '[]')
              from message_mention mm join member m on m.org_id = mm.org_id and m.id = mm.member_id
             where mm.org_id = c.org_id and mm.message_id = c.id) as named,
           c.author_id <> ${me} and (c.calls_room or exists (select from message_mention mm
             where mm.org_id = c.org_id and mm.message_id = c.id and mm.member_id = ${me})) as calls_me,
           (select coalesce(json_agg(p.key || '-' || t.number order by t.created_at), '[]')
              from message_task mt join task t on t.org_id = mt.org_id and t.id = mt.task_id and t.deleted_at is null
              join project p on p.org_id = t.org_id and p.id = t.project_id
             where mt.org_id = c.org_id and mt.message_id = c.id) as tasks,
           (select coalesce(json_agg(json_build_object('_id', k.id, 'key', p.key || '-' || t.number) order by k.created_at, k.id), '[]')
              from message_comment mk join comment k on k.org_id = mk.org_id and k.id = mk.comment_id
              join task t on t.org_id = k.org_id and t.id = k.task_id and t.deleted_at is null
              join project p on p.org_id = t.org_id and p.id = t.project_id
             where mk.org_id = c.org_id and mk.message_id = c.id) as comments,
           (select coalesce(json_agg(json_build_object('emoji', x.emoji, 'count', x.count, 'mine', x.mine, 'names', x.names) order by x.first, x.emoji), '[]')
              from (select e.emoji, count(*)::int as count, bool_or(e.member_id = ${me}) as mine, min(e.created_at) as first,
                           coalesce((array_agg(shown_name(m.name, m.namesake) order by e.created_at, e.member_id)
                             filter (where m.id is not null))[1:10], '{}') as names
                      from message_reaction e left join member m on m.org_id = e.org_id and m.id = e.member_id
                     where e.org_id = c.org_id and e.message_id = c.id and c.deleted_at is null group by e.emoji) x) as reactions
      from (${found}) found join message c on c.id = found.id join room r on r.org_id = c.org_id and r.id = c.room_id
      left join lateral (select count(*)::int as count, count(*) filter (where t.author_id is distinct from ${me} and t.seq > coalesce(
          (select tr.seq from thread_reading tr where tr.org_id = c.org_id and tr.thread_id = c.id and tr.member_id = ${me}),
          (select rd.since from room_reading rd where rd.org_id = c.org_id and rd.room_id = c.room_id and rd.member_id = ${me}), 0))::int as unread
        from message t where t.org_id = c.org_id and t.thread_id = c.id and t.deleted_at is null) thread on true
     order by found.seq`;
};

/** In the same order, with whom they call, and links to the tasks that the caller sees, and what they are now. */
export async function toMessages(ctx: Ctx, rows: readonly MessageRow[]): Promise<MessageRecord[]> {
  const htmls = rows.map(({ body, html, renderer }) => htmlOf(body, html, renderer));
  const shown = await withPreviews(ctx, htmls);
  const links = await linksOfTexts(ctx, htmls);
  return rows.map(
    (
      {
        seq: _seq,
        html: _html,
        renderer: _renderer,
        named,
        calls_room,
        room,
        author_id,
        created,
        edited,
        deleted,
        ...row
      },
      at,
    ) => {
      const own = author_id === ctx.actor.memberId && canSend(ctx.actor, room);
      const there = deleted === null;
      return {
        ...row,
        quoted: row.quoted && { ...row.quoted, body: beginningOf(plainLine(row.quoted.body), BEGINNING) },
        body_html: withMentions(shown[at]?.html ?? '', calls_room ? [...named, ROOM] : named),
        previews: shown[at]?.previews ?? [],
        links: links[at] ?? [],
        attachments: toAttachments(ctx, row.attachments),
        created_at: instant(created),
        edited_at: edited === null ? null : instant(edited),
        deleted_at: deleted === null ? null : instant(deleted),
        rights: { edit: there && own, delete: there && (own || canModerate(ctx.actor, room)) },
      };
    },
  );
}

export async function getMessage(ctx: Ctx, { id }: { id: string }): Promise<MessageRecord> {
  const rows = await ctx.db.$queryRaw<
    MessageRow[]
  >`${messagesOf(ctx, sql`select f.id, f.seq from message f where f.id = ${id}::uuid`)}`;
  const [message] = await toMessages(ctx, rows);
  if (!message) throw notFound('The message');
  return message;
}

/** In this order, with their rooms; hidden and deleted ones are left out. */
export async function messagesById(ctx: Ctx, ids: readonly string[]): Promise<FoundMessage[]> {
  const found = sql`select f.id, given.seq from unnest(${[...ids]}::uuid[]) with ordinality as given(id, seq)
    join message f on f.id = given.id and f.deleted_at is null`;
  const messages = await toMessages(ctx, await ctx.db.$queryRaw<MessageRow[]>`${messagesOf(ctx, found)}`);
  const names = await roomNames(ctx, [...new Set(messages.map(({ room_id }) => room_id))]);
  return messages.map((message) => ({ ...message, room_name: names.get(message.room_id) ?? '' }));
}

export type MessageFacts = RuledRoom & {
  id: string;
  roomId: string;
  seq: number;
  authorId: string | null;
  threadId: string | null;
  body: string;
  version: number;
  deleted: boolean;
  people: string[];
};

/** `not_found` if the caller does not see the message. */
export async function messageFacts({ db }: Ctx, id: string): Promise<MessageFacts> {
  const [message] = await db.$queryRaw<MessageFacts[]>`
    select c.id, c.room_id as "roomId", c.seq, c.author_id as "authorId", c.thread_id as "threadId", c.body, c.version,
           c.deleted_at is not null as deleted, r.kind, r.project_id as "projectId", r.created_by_id as "creatorId",
           (select p.leader_id from project p where p.org_id = r.org_id and p.id = r.project_id) as "leaderId",
           array(select rm.member_id from room_member rm where rm.org_id = r.org_id and rm.room_id = r.id) as people
      from message c join room r on r.org_id = c.org_id and r.id = c.room_id where c.id = ${id}::uuid`;
  if (!message) throw notFound('The message');
  return message;
}

/** What the message says and said, the latest first; of a deleted one nothing. */
export async function listVersions(ctx: Ctx, { id, ...range }: MessageVersions): Promise<Page<MessageVersion>> {
  const { deleted } = await messageFacts(ctx, id);
  type Row = { version: number; body: string; written: number };
  return paginate<Row, MessageVersion>(
    ctx.db,
    range,
    {
      found: sql`
        select c.version, c.body, extract(epoch from coalesce(c.edited_at, c.created_at))::float8 as written
          from message c where c.id = ${id}::uuid and not ${deleted}::boolean
        union all
        select v.version, v.body, extract(epoch from v.written_at)::float8 from message_version v
         where v.message_id = ${id}::uuid and not ${deleted}::boolean`,
      order: sql`version desc`,
    },
    ({ version, body, written }) => ({ version, body, written_at: instant(written) }),
  );
}
