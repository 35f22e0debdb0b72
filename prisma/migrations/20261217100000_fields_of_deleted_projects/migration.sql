-- What hangs on a deleted project is hidden with it.
do $$
declare
  t text;
  there text := 'org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[]))';
begin
  foreach t in array array['custom_field_project', 'custom_value', 'calendar_feed'] loop
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant using (%2$s) with check (%2$s)', t, there);
  end loop;
end $$;
