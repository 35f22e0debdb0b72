-- Who is told of a new file, or of one that clients see from now on: of a task who has to do with it; of a project its leader,
-- and its clients where they see it. As the owner: whoever adds it may not see all of them.
create function hearing_of_file(p_project uuid, p_task uuid, p_audience text) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public as $$
  with concerned as (
    select t.created_by_id as id from task t where t.org_id = app_org_id() and t.id = p_task
    union select a.member_id from task_assignee a where a.org_id = app_org_id() and a.task_id = p_task
    union select w.member_id from task_watcher w where w.org_id = app_org_id() and w.task_id = p_task and w.watching
    union select p.leader_id from project p where p_task is null and p.org_id = app_org_id() and p.id = p_project
    union select i.member_id from project_member i join member m on m.org_id = i.org_id and m.id = i.member_id
           where p_task is null and p_audience = 'client' and i.org_id = app_org_id() and i.project_id = p_project and m.role = 'client')
  select coalesce(array_agg(m.id), '{}')
    from concerned c join member m on m.org_id = app_org_id() and m.id = c.id
   where m.approval = 1 and m.deactivated_at is null and (m.role <> 'client' or p_audience = 'client')
     and (m.role in ('admin', 'subadmin', 'observer') or exists (select from project_member i
           where i.org_id = m.org_id and i.project_id = p_project and i.member_id = m.id))
     and not exists (select from task_watcher w
           where w.org_id = m.org_id and w.task_id = p_task and w.member_id = m.id and not w.watching)
$$;
revoke all on function hearing_of_file(uuid, uuid, text) from public;
grant execute on function hearing_of_file(uuid, uuid, text) to tenant;
