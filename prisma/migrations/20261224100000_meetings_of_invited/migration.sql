-- Somebody invited to a meeting of a project they are not in writes its agenda: a decision, and minutes that were sent, are
-- lines of the project's activity then, which their author writes without reading them.
alter policy tenant_insert on activity with check (org_id = (select app_org_id())
  and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[])
    or (kind in ('agenda.decided', 'minutes.sent') and audience = 'internal' and task_id is null and exists (
      select from meeting m join meeting_attendee a on a.org_id = m.org_id and a.meeting_id = m.id
       where m.org_id = activity.org_id and m.project_id = activity.project_id and a.member_id = (select app_member_id()))))
  and (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user', 'client')
  and (not (select app_is_client()) or (audience = 'client' and (task_id is null or task_audience = 'client'))
    or (audience = 'internal' and task_id is null and kind like 'request.%')));
