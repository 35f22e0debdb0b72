-- Views of a deleted project are hidden with it, as everything else of the project is. `project_id` null: of all projects.
create policy tenant_not_deleted on saved_view as restrictive to tenant
  using (org_id = (select app_org_id())
    and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
  with check (org_id = (select app_org_id())
    and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])));
