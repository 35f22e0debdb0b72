-- A line's audience follows what it is about: a client reads what happened to a task as long as it may see the task. The
-- task's own policy decides that (its audience, and that it is not in the bin), so that the two cannot drift apart.
-- Restoring the task brings the lines back; the team reads them all along.
alter policy tenant_select on activity using (org_id = (select app_org_id())
  and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
  and (not (select app_is_client()) or (audience = 'client' and (task_id is null
    or (task_audience = 'client' and exists (select from task t where t.org_id = activity.org_id and t.id = activity.task_id))))));
-- The same for what was said there.
alter policy tenant_select on comment using (org_id = (select app_org_id())
  and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
  and (not (select app_is_client()) or (audience = 'client' and task_audience = 'client'
    and exists (select from task t where t.org_id = comment.org_id and t.id = comment.task_id))));
