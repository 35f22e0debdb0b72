import 'server-only';
import type { OwnData } from '@/lib/account/schema';
import type { Ctx } from '@/lib/org';
import { importedOf, type Sql, sql } from '@/lib/sql';

export type OwnRecords = Omit<
  OwnData['organisations'][number],
  'organisation_name' | 'sub_domain' | 'membership' | 'sessions' | 'left_out'
>;

export async function ownRecords({ db, actor }: Ctx): Promise<OwnRecords> {
  const me = actor.memberId;
  const [row] = await db.$queryRaw<[OwnRecords]>`
    select
      (select coalesce(json_agg(json_build_object('_id', p.id, 'key', p.key, 'name', p.name, 'joined_at', pm.joined_at) order by pm.joined_at, p.id), '[]')
         from project_member pm join project p on p.org_id = pm.org_id and p.id = pm.project_id
        where pm.member_id = ${me}::uuid) as projects,
      (select coalesce(json_agg(json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title,
                'status', t.status, 'priority', t.priority, 'due_date', t.due_date, 'assigned_at', a.assigned_at) order by a.assigned_at, t.id), '[]')
         from task_assignee a join task t on t.org_id = a.org_id and t.id = a.task_id
         join project p on p.org_id = t.org_id and p.id = t.project_id
        where a.member_id = ${me}::uuid) as tasks_assigned,
      (select coalesce(json_agg(json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title,
                'description', t.description, 'status', t.status, 'priority', t.priority, 'start_date', t.start_date,
                'due_date', t.due_date, 'estimate_minutes', t.estimate_minutes, 'created_at', t.created_at,
                'deleted_at', t.deleted_at) order by t.created_at, t.id), '[]')
         from task t join project p on p.org_id = t.org_id and p.id = t.project_id
        where t.created_by_id = ${me}::uuid) as tasks_created,
      (select coalesce(json_agg(json_build_object('_id', c.id, 'task', p.key || '-' || t.number, 'body', c.body, 'imported', ${importedOf(sql`c`)},
                'created_at', c.created_at, 'edited_at', c.edited_at) order by c.created_at, c.id), '[]')
         from comment c join task t on t.org_id = c.org_id and t.id = c.task_id
         join project p on p.org_id = t.org_id and p.id = t.project_id
        where c.author_id = ${me}::uuid and c.deleted_at is null) as comments,
      (select coalesce(json_agg(json_build_object('_id', e.id, 'task', p.key || '-' || t.number, 'started_at', e.started_at,
                'ended_at', e.ended_at, 'note', e.note, 'imported', ${importedOf(sql`e`)}) order by e.started_at, e.id), '[]')
         from time_entry e join task t on t.org_id = e.org_id and t.id = e.task_id
         join project p on p.org_id = t.org_id and p.id = t.project_id
        where e.member_id = ${me}::uuid) as time_entries,
      (select coalesce(json_agg(json_build_object('kind', a.kind, 'project_id', a.project_id, 'task_id', a.task_id,
                'data', a.data, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
         from activity a where a.actor_id = ${me}::uuid) as activity,
      (select coalesce(json_agg(json_build_object('kind', n.kind, 'task_id', n.task_id, 'data', n.data,
                'created_at', n.created_at, 'read_at', n.read_at) order by n.created_at, n.id), '[]')
         from notification n where n.member_id = ${me}::uuid) as notifications,
      (select coalesce(json_agg(json_build_object('role', r.role, 'reason', r.reason, 'granted', r.granted,
                'created_at', r.created_at, 'decided_at', r.decided_at) order by r.created_at), '[]')
         from role_request r where r.member_id = ${me}::uuid) as role_requests,
      ${chatOf(me)}, ${choicesOf(me)}`;
  return row;
}

/** What they wrote in the chat, and how they take part in it. */
const chatOf = (me: string): Sql => sql`
  (select coalesce(json_agg(json_build_object('_id', c.id, 'room', r.kind, 'room_name', r.name, 'project', p.key, 'body', c.body,
            'created_at', c.created_at, 'edited_at', c.edited_at) order by c.created_at, c.id), '[]')
     from message c join room r on r.org_id = c.org_id and r.id = c.room_id
     left join project p on p.org_id = r.org_id and p.id = r.project_id
    where c.author_id = ${me}::uuid and c.deleted_at is null) as messages,
  (select coalesce(json_agg(json_build_object('on', e.about, 'emoji', e.emoji, 'created_at', e.created_at) order by e.created_at), '[]')
     from (select 'comment' as about, emoji, created_at from comment_reaction where member_id = ${me}::uuid
           union all select 'message', emoji, created_at from message_reaction where member_id = ${me}::uuid) e) as reactions,
  (select coalesce(json_agg(json_build_object('_id', k.id, 'file', f.name, 'body', k.body, 'created_at', k.created_at) order by k.created_at, k.id), '[]')
     from file_comment k join file f on f.org_id = k.org_id and f.id = k.file_id
    where k.author_id = ${me}::uuid and k.deleted_at is null) as file_comments,
  (select coalesce(json_agg(json_build_object('_id', r.id, 'project', p.key, 'title', r.title, 'body', r.body, 'state', r.state,
            'reason', r.reason, 'created_at', r.created_at) order by r.created_at, r.id), '[]')
     from client_request r join project p on p.org_id = r.org_id and p.id = r.project_id
    where r.author_id = ${me}::uuid) as requests,
  (select coalesce(json_agg(json_build_object('_id', u.id, 'project', p.key, 'health', u.health, 'done', u.done, 'next', u.next,
            'trouble', u.trouble, 'created_at', u.created_at, 'edited_at', u.edited_at) order by u.created_at, u.id), '[]')
     from project_update u join project p on p.org_id = u.org_id and p.id = u.project_id
    where u.author_id = ${me}::uuid and u.deleted_at is null) as project_updates,
  (select coalesce(json_agg(json_build_object('_id', s.id, 'title', s.title, 'hash', s.hash, 'asked_by_you', s.asked_by_id = ${me}::uuid,
            'note', case when s.asked_by_id = ${me}::uuid then s.note end, 'state', sign_off_standing(s), 'created_at', s.created_at,
            'decision', sp.decision, 'reason', sp.reason, 'marks', sp.marks, 'decided_at', sp.decided_at) order by s.created_at, s.id), '[]')
     from sign_off s left join sign_off_person sp on sp.org_id = s.org_id and sp.sign_off_id = s.id and sp.member_id = ${me}::uuid
    where s.asked_by_id = ${me}::uuid or sp.member_id is not null) as sign_offs,
  (select coalesce(json_agg(json_build_object('_id', g.id, 'title', g.title, 'starts_at', g.starts_at, 'time_zone', g.time_zone,
            'organised_by_you', g.organiser_id = ${me}::uuid, 'answer', ma.answer, 'note', ma.note) order by g.starts_at, g.id), '[]')
     from meeting g left join meeting_attendee ma on ma.org_id = g.org_id and ma.meeting_id = g.id and ma.member_id = ${me}::uuid
    where g.organiser_id = ${me}::uuid or ma.member_id is not null) as meetings,
  (select coalesce(json_agg(json_build_object('_id', l.id, 'meeting_id', l.meeting_id, 'title', l.title, 'notes', l.notes,
            'created_at', l.created_at) order by l.created_at, l.id), '[]')
     from agenda_item l where l.created_by_id = ${me}::uuid) as agenda_items,
  (select coalesce(json_agg(json_build_object('_id', r.id, 'kind', r.kind, 'name', r.name, 'project', p.key, 'joined_at', i.joined_at,
            'muted', coalesce(rd.muted, false)) order by r.id), '[]')
     from room r
     left join project p on p.org_id = r.org_id and p.id = r.project_id
     left join room_member i on i.org_id = r.org_id and i.room_id = r.id and i.member_id = ${me}::uuid
     left join room_reading rd on rd.org_id = r.org_id and rd.room_id = r.id and rd.member_id = ${me}::uuid
    where i.member_id is not null or rd.muted) as rooms,
  (select json_build_object('state', h.state, 'status', h.status_text, 'seen_at', h.seen_at)
     from presence h where h.member_id = ${me}::uuid) as presence`;

/** What they want to be told of. Of a browser only when it was named, and whose service tells it: its address opens it. */
const choicesOf = (me: string): Sql => sql`
  (select json_build_object('events', n.events, 'projects', n.projects, 'emails', n.emails, 'digest_hour', n.digest_hour,
            'quiet_from', n.quiet_from, 'quiet_to', n.quiet_to)
     from notification_setting n where n.member_id = ${me}::uuid) as notification_settings,
  (select coalesce(json_agg(json_build_object('service', substring(b.endpoint from '^https?://([^/:]+)'), 'created_at', b.created_at)
            order by b.created_at), '[]')
     from push_subscription b where b.member_id = ${me}::uuid) as push_subscriptions`;
