-- What hangs on the tasks of a deleted project is hidden with it, as everything else of the project is.
do $$
declare t text;
begin
  foreach t in array array['task_label', 'task_former_key', 'dependency'] loop
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant
      using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
      with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))', t);
  end loop;
  execute 'create policy tenant_blocked_not_deleted on dependency as restrictive to tenant
    using (org_id = (select app_org_id()) and blocks_project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and blocks_project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
