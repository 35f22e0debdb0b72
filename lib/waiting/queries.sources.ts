import 'server-only';
import { isOpen } from '@/lib/archived';
import { bidi } from '@/lib/bidi';
import { plainLine } from '@/lib/markdown/plain-line';
import { canApprove, canDecideRequest } from '@/lib/member/policy';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { roomNamedApart } from '@/lib/room/queries.names';
import { type Sql, sql } from '@/lib/sql';
import { beginningOf, pointsFor } from '@/lib/text';
import type { WaitingKind } from '@/lib/waiting/vocabulary';

/** Letters of a question, and of a note, that the list shows. */
const QUOTED = 140;
/** Questions from before nobody waits for any more. */
const DAYS = 90;

type Data = { role?: Role; from?: Role; invited_by?: string | null; quote?: string; whose?: string };

type Source = {
  /**
   * Rows `kind, id, title, task_key, project_id, since, page, by_id, data` of what may need the caller, as far as the database
   * knows; null: nothing of this kind ever does.
   */
  rows: (ctx: Ctx) => Sql | null;
  /** Whether it is the caller's to answer, where a policy has to be asked. */
  fits?: (ctx: Ctx, data: Data) => boolean;
  /** After the name of who wants it. */
  says: (data: Data) => string;
};

const none: Sql = sql`null::text`;
const quoted = ({ quote = '' }: Data): string => {
  const words = beginningOf(plainLine(quote), QUOTED);
  return words ? bidi`: “${words}”` : '';
};

/** Of a label `l`: the team says with it that a task waits for the client. */
const waitsForClient: Sql = sql`fold(l.name) ~ '^wait(s|ing) (for|on) (the )?(client|customer)s?$'`;

/**
 * Comments that call the caller and ask something, which neither they answered nor anybody resolved. `limit 1` has the few
 * notifications read first: else all comments of all tasks were looked at.
 */
const asked = ({ actor }: Ctx): Sql => sql`
  select distinct on (c.id) 'question' as kind, c.id, t.title, p.key || '-' || t.number as task_key, t.project_id, c.created_at as since,
         'taskpage?task=' || p.key || '-' || t.number || '&comment=' || c.id as page, c.author_id as by_id,
         jsonb_build_object('quote', left(c.body, ${pointsFor(QUOTED)})) as data
    from notification n
    cross join lateral (select * from comment one where one.org_id = n.org_id and one.id = nullif(n.data ->> 'comment_id', '')::uuid
       and one.deleted_at is null limit 1) c
    join comment top on top.org_id = c.org_id and top.id = coalesce(c.parent_id, c.id) and top.resolved_at is null
    join task t on t.org_id = c.org_id and t.id = c.task_id and t.deleted_at is null
    join project p on p.org_id = t.org_id and p.id = t.project_id and ${isOpen}
   where n.member_id = ${actor.memberId}::uuid and n.kind in ('comment.mentioned', 'task.mentioned')
     and n.created_at > now() - make_interval(days => ${DAYS}::int)
     and c.body ~ '[?？](\\s|$)' and c.author_id is distinct from ${actor.memberId}::uuid
     and not exists (select from comment mine where mine.org_id = c.org_id and mine.task_id = c.task_id
           and mine.author_id = ${actor.memberId}::uuid and mine.created_at > c.created_at and mine.deleted_at is null)`;

/**
 * Messages that ask something of the caller, by name or in a room of the two, and that they did not answer where it was asked;
 * of a direct room the last one.
 */
const chatted = (ctx: Ctx): Sql => {
  const me = sql`${ctx.actor.memberId}::uuid`;
  const asks = sql`c.deleted_at is null and c.body ~ '[?？](\\s|$)' and c.author_id is distinct from ${me}
    and c.created_at > now() - make_interval(days => ${DAYS}::int)`;
  return sql`
  select 'question' as kind, c.id, ${roomNamedApart(ctx)} as title, ${none} as task_key, s.project_id, c.created_at as since,
         'chat?room=' || c.room_id || '&message=' || c.id as page, c.author_id as by_id,
         jsonb_build_object('quote', left(c.body, ${pointsFor(QUOTED)}), 'whose', 'chat') as data
    from (select mm.room_id, mm.message_id as id from message_mention mm join message c on c.org_id = mm.org_id and c.id = mm.message_id and ${asks}
           where mm.member_id = ${me} and not exists (select from message mine
             where mine.org_id = c.org_id and mine.room_id = c.room_id and mine.seq > c.seq and mine.author_id = ${me} and mine.deleted_at is null
               and (mine.thread_id is not distinct from c.thread_id or mine.thread_id = c.id))
          union
          select s.id, last.id from room s join room_member rm on rm.org_id = s.org_id and rm.room_id = s.id and rm.member_id = ${me}
           cross join lateral (select c.id from message c where c.org_id = s.org_id and c.room_id = s.id and ${asks}
             and c.seq > coalesce((select max(mine.seq) from message mine where mine.org_id = s.org_id and mine.room_id = s.id
               and mine.author_id = ${me} and mine.deleted_at is null), 0) order by c.seq desc limit 1) last
           where s.kind = 'direct') wanted
    join message c on c.room_id = wanted.room_id and c.id = wanted.id
    join room s on s.org_id = c.org_id and s.id = c.room_id
    left join project p on p.org_id = s.org_id and p.id = s.project_id
   where p.id is null or ${isOpen}`;
};

/** Open tasks that are given to a client, or labelled as waiting for them. */
const ofClient = ({ actor }: Ctx): Sql => sql`
  select 'question' as kind, t.id, t.title, p.key || '-' || t.number as task_key, t.project_id, t.updated_at as since,
         'taskpage?task=' || p.key || '-' || t.number as page, t.created_by_id as by_id, jsonb_build_object('whose', 'task') as data
    from task t join project p on p.org_id = t.org_id and p.id = t.project_id and ${isOpen}
   where t.status <> 4 and t.deleted_at is null
     and (exists (select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id and ta.member_id = ${actor.memberId}::uuid)
       or exists (select from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
                   where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null and ${waitsForClient}))`;

/** THE place where a kind of thing that needs somebody is added. */
export const SOURCES: Record<WaitingKind, Source> = {
  sign_off: {
    // Also for whoever looks as a client, who decides nothing.
    rows: ({ actor: { role, ...actor } }) =>
      mayEver({ role }, 'sign_off.decide')
        ? sql`
      select 'sign_off' as kind, s.id, coalesce(t.title, f.name, g.name) as title, case when t.id is not null then p.key || '-' || t.number end as task_key,
             p.id as project_id, s.created_at as since, 'notifications?state=waiting&sign_off=' || s.id as page, s.asked_by_id as by_id,
             jsonb_build_object('quote', left(s.note, ${pointsFor(QUOTED)})) as data
        from sign_off_person sp
        join sign_off s on s.org_id = sp.org_id and s.id = sp.sign_off_id and s.state = 'waiting' and s.fallen_at is null
        left join task t on t.org_id = s.org_id and t.id = s.task_id and t.deleted_at is null
        left join file f on f.org_id = s.org_id and f.id = s.file_id and f.deleted_at is null
        left join milestone g on g.org_id = s.org_id and g.id = s.milestone_id and g.deleted_at is null
        left join project p on p.org_id = s.org_id and p.id = coalesce(t.project_id, f.project_id, g.project_id)
       where sp.member_id = ${actor.memberId}::uuid and sp.decision is null and coalesce(t.id, f.id, g.id) is not null
         and (p.id is null or ${isOpen}) and sign_off_standing(s) = 'waiting'`
        : null,
    says: (data) => `asks for your approval${quoted(data)}`,
  },
  approval: {
    rows: ({ actor }) =>
      mayEver(actor, 'member.approve')
        ? sql`
      select 'approval' as kind, m.id, m.name as title, ${none} as task_key, null::uuid as project_id, m.created_at as since, 'userlist' as page,
             m.id as by_id, jsonb_build_object('role', m.role, 'invited_by', (select i.invited_by_id from invitation i
               where i.email = lower(m.email) and i.revoked_at is null order by i.sent_at desc limit 1)) as data
        from member m where m.approval = 2 and m.deactivated_at is null and m.placed_at is null`
        : null,
    fits: ({ actor }, { role, invited_by }) =>
      role !== undefined && canApprove(actor, { role, invitedById: invited_by ?? null }),
    says: ({ role }) => `asks to join as ${role ? ROLE_LABEL[role] : 'a member'}`,
  },
  role_request: {
    rows: ({ actor }) =>
      mayEver(actor, 'member.role')
        ? sql`
      select 'role_request' as kind, r.id, m.name as title, ${none} as task_key, null::uuid as project_id, r.created_at as since, 'userlist' as page,
             m.id as by_id, jsonb_build_object('from', m.role, 'role', r.role, 'quote', left(r.reason, ${pointsFor(QUOTED)})) as data
        from role_request r join member m on m.org_id = r.org_id and m.id = r.member_id
       where r.granted is null and m.deactivated_at is null and m.approval = 1`
        : null,
    fits: ({ actor }, { from, role }) =>
      from !== undefined && role !== undefined && canDecideRequest(actor, { role: from }, role),
    says: (data) => `asks to be ${data.role ? ROLE_LABEL[data.role] : 'something else'}${quoted(data)}`,
  },
  question: {
    rows: (ctx) =>
      ctx.actor.role === 'observer'
        ? null
        : ctx.actor.role === 'client'
          ? sql`select * from (${ofClient(ctx)} limit 100) given union all select * from (${asked(ctx)}) asked
                union all select * from (${chatted(ctx)}) chatted`
          : sql`select * from (${asked(ctx)}) asked union all select * from (${chatted(ctx)}) chatted`,
    says: (data) =>
      data.whose === 'task'
        ? 'waits for you here'
        : `asks you${data.whose === 'chat' ? ' in the chat' : ''}${quoted(data)}`,
  },
  /** Requests of clients that wait to become tasks. */
  request: {
    rows: ({ actor }) =>
      mayEver(actor, 'request.triage')
        ? sql`
      select 'request' as kind, r.id, r.title, ${none} as task_key, r.project_id, r.created_at as since,
             'projectdetails?project=' || p.key || '&tab=requests&request=' || r.id as page, r.author_id as by_id,
             jsonb_build_object('quote', left(r.body, ${pointsFor(QUOTED)})) as data
        from client_request r join project p on p.org_id = r.org_id and p.id = r.project_id and ${isOpen}
       where r.state = 'received'`
        : null,
    says: (data) => `asks for this${quoted(data)}`,
  },
};
