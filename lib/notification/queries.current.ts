import 'server-only';
import { notArchived } from '@/lib/archived';
import type { Condition } from '@/lib/contract/event';
import { kindsWhere, namesOf } from '@/lib/event/registry';
import type { Topic } from '@/lib/notification/vocabulary';
import type { Ctx } from '@/lib/org';
import { join, type Sql, sql } from '@/lib/sql';
import { COMPLETED } from '@/lib/task/vocabulary';

/** Notifications `n` with one subject share a row of the inbox. */
export const subject: Sql = sql`coalesce(n.room_id::text, n.task_id::text, n.data ->> 'request_id', n.data ->> 'project_id', n.data ->> 'deleted_project_id', n.id::text)`;

export const state: Sql = sql`case when n.archived_at is not null then 'archived' when n.snoozed_until > now() then 'snoozed' else 'inbox' end`;

const assigned: Sql = sql`exists (select from task_assignee ta
    where ta.org_id = n.org_id and ta.task_id = n.task_id and ta.member_id = n.member_id)`;

/** The comment `c` that the notification is about, which some lines from before do not name, is not so. */
const unlessComment = (is: Sql): Sql => sql`not exists (select from comment c
    where c.org_id = n.org_id and c.id = nullif(n.data ->> 'comment_id', '')::uuid and ${is})`;

/** The conditions of `notify.while`, for a notification `n` with its task `t` and project `p`. */
const HOLDS: Record<Condition, Sql> = {
  // A move that was taken back within a minute is not told, neither there nor back, unless the one was read.
  'status is the same': sql`n.data ->> 'to' is null or (n.data ->> 'to')::int = t.status and not exists (select from notification o
    where o.org_id = n.org_id and o.member_id = n.member_id and o.task_id = n.task_id and o.kind = n.kind and o.read_at is null
      and o.mailed_at is null and o.pushed_at is null and o.data ->> 'to' = n.data ->> 'from' and o.data ->> 'from' = n.data ->> 'to'
      and o.created_at between n.created_at - interval '1 minute' and n.created_at and o.id <> n.id)`,
  'still assigned': assigned,
  'still due': sql`n.data ->> 'due' = to_char(t.due_date, 'YYYY-MM-DD') and t.status <> ${COMPLETED}::int and ${notArchived} and ${assigned}`,
  'still leads': sql`p.leader_id = n.member_id`,
  'still in the project': sql`exists (select from project_member pm
    where pm.org_id = n.org_id and pm.project_id = p.id and pm.member_id = n.member_id)`,
  'still named': sql`exists (select from message_mention mm
    where mm.org_id = n.org_id and mm.message_id = n.message_id and mm.member_id = n.member_id)`,
  'still called': sql`exists (select from message c
    where c.org_id = n.org_id and c.id = n.message_id and c.calls_room)`,
  'still there': sql`(exists (select from file f
      where f.org_id = n.org_id and f.id = (n.data ->> 'file_id')::uuid and f.deleted_at is null)
    or exists (select from folder f where f.org_id = n.org_id and f.id = (n.data ->> 'folder_id')::uuid and f.deleted_at is null))`,
  'comment is there': unlessComment(sql`c.deleted_at is not null`),
  // An edit may have taken the name out: its first word is looked for, as the rest, and what calls, is written in several ways.
  'still mentioned': unlessComment(sql`(c.deleted_at is not null or c.edited_at is not null and not exists (
    select from member me where me.org_id = n.org_id and me.id = n.member_id
       and position(coalesce(substring(fold(me.name) from '^[[:alnum:]]+'), '') in fold(c.body)) > 0))`),
  'still watching': sql`exists (select from task_watcher w
    where w.org_id = n.org_id and w.task_id = n.task_id and w.member_id = n.member_id and w.watching)`,
  'still invited': sql`exists (select from meeting_attendee a
    where a.org_id = n.org_id and a.meeting_id = (n.data ->> 'meeting_id')::uuid and a.member_id = n.member_id)`,
  'meeting is seen': sql`exists (select from meeting e
    where e.org_id = n.org_id and e.id = (n.data ->> 'meeting_id')::uuid)`,
  'project is gone': sql`not exists (select from project there
    where there.id = (n.data ->> 'deleted_project_id')::uuid)`,
  // Also of one that is hidden from clients by now.
  'milestone is there': sql`exists (select from milestone g
    where g.org_id = n.org_id and g.id = (n.data ->> 'milestone_id')::uuid and g.deleted_at is null)`,
  'update is there': sql`exists (select from project_update u
    where u.org_id = n.org_id and u.id = (n.data ->> 'update_id')::uuid and u.deleted_at is null)`,
  'role is the same': sql`coalesce(n.data ->> 'to', n.data ->> 'role', (select app_role())) = (select app_role())`,
  'role request waits': sql`exists (select from role_request r
    where r.org_id = n.org_id and r.member_id = n.actor_id and r.granted is null)`,
  'member waits': sql`exists (select from member m
    where m.org_id = n.org_id and m.id = n.actor_id and m.approval = 2)`,
  'request waits': sql`exists (select from client_request r
    where r.org_id = n.org_id and r.id = (n.data ->> 'request_id')::uuid and r.state = 'received')`,
  'request is decided': sql`exists (select from client_request r
    where r.org_id = n.org_id and r.id = (n.data ->> 'request_id')::uuid and r.state = substring(n.kind from '[a-z]+$'))`,
  'sign-off waits': sql`exists (select from sign_off s join sign_off_person sp on sp.org_id = s.org_id and sp.sign_off_id = s.id
    where s.org_id = n.org_id and s.id = (n.data ->> 'sign_off_id')::uuid and s.state = 'waiting' and s.fallen_at is null
      and sp.member_id = n.member_id and sp.decision is null)`,
  'sign-off is seen': sql`exists (select from sign_off s where s.org_id = n.org_id and s.id = (n.data ->> 'sign_off_id')::uuid)`,
};

const kindsWaitingOn = (condition: Condition): string[] =>
  kindsWhere(({ notify }) => notify?.while === condition).flatMap(namesOf);

export const kindsOf = (topic: Topic): string[] => kindsWhere(({ notify }) => notify?.topic === topic).flatMap(namesOf);

/** The caller's, where true and visible: a move while the task is there, a request while it waits; nothing in the bin. */
export const current = ({ actor }: Ctx): Sql => sql`
  select n.id, n.kind, n.topic, n.in_app, n.actor_id, n.task_id, n.room_id, n.message_id, n.data, n.created_at, n.arrived_at, n.read_at, n.archived_at,
         n.snoozed_until, n.deliver_at, n.mailed_at, n.pushed_at, n.org_id, ${subject} as subject, ${state} as state
    from notification n
    left join task t on t.org_id = n.org_id and t.id = n.task_id
    left join project p on p.org_id = n.org_id and p.id = (n.data ->> 'project_id')::uuid
   where n.member_id = ${actor.memberId}::uuid
     and (n.task_id is null or (t.id is not null and t.deleted_at is null))
     and (n.data ->> 'project_id' is null or p.id is not null)
     and (n.room_id is null or exists (select from message c
           where c.org_id = n.org_id and c.room_id = n.room_id and c.id = n.message_id and c.deleted_at is null))
     and case ${join(
       Object.entries(HOLDS).map(
         ([condition, holds]) =>
           sql`when n.kind = any(${kindsWaitingOn(condition as Condition)}::text[]) then ${holds}`,
       ),
       ' ',
     )} else true end`;

/** Unread rows of the inbox, as a number; counting stops at 100, shown as 99+. */
export const unreadRows = (ctx: Ctx): Sql => sql`(
  select count(*)::int from (select distinct subject from (${current(ctx)}) now
    where read_at is null and in_app and state = 'inbox' limit 100) few)`;
