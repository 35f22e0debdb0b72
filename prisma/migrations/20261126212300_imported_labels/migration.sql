-- A team leader deletes no labels, but takes along those of an import that is rolled back: made by it, and on no task.
create policy tenant_update_imported on label for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) = 'team_leader'
    and not exists (select from task_label tl where tl.org_id = label.org_id and tl.label_id = label.id)
    and exists (select from import_batch b where b.org_id = label.org_id
      and b.made @> jsonb_build_array(jsonb_build_object('kind', 'label', 'id', label.id::text))))
  with check (org_id = (select app_org_id()) and (select app_role()) = 'team_leader' and deleted_at is not null);
