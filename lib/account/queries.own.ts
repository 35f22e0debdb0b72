import 'server-only';
import type { OwnData } from '@/lib/account/schema';
import type { Ctx } from '@/lib/org';

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
      (select coalesce(json_agg(json_build_object('_id', c.id, 'task', p.key || '-' || t.number, 'body', c.body,
                'created_at', c.created_at, 'edited_at', c.edited_at) order by c.created_at, c.id), '[]')
         from comment c join task t on t.org_id = c.org_id and t.id = c.task_id
         join project p on p.org_id = t.org_id and p.id = t.project_id
        where c.author_id = ${me}::uuid and c.deleted_at is null) as comments,
      (select coalesce(json_agg(json_build_object('kind', a.kind, 'project_id', a.project_id, 'task_id', a.task_id,
                'data', a.data, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
         from activity a where a.actor_id = ${me}::uuid) as activity,
      (select coalesce(json_agg(json_build_object('kind', n.kind, 'task_id', n.task_id, 'data', n.data,
                'created_at', n.created_at, 'read_at', n.read_at) order by n.created_at, n.id), '[]')
         from notification n where n.member_id = ${me}::uuid) as notifications,
      (select coalesce(json_agg(json_build_object('role', r.role, 'reason', r.reason, 'granted', r.granted,
                'created_at', r.created_at, 'decided_at', r.decided_at) order by r.created_at), '[]')
         from role_request r where r.member_id = ${me}::uuid) as role_requests`;
  return row;
}
