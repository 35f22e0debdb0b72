-- Of two last subtasks that are completed at one moment neither saw the other done. Where a rule asks, they come one by one.

create or replace function note_subtasks_done(p_org uuid, p_parent uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare up record;
begin
  if not exists (select from rule r where r.org_id = p_org and r.enabled and r.trigger = 'subtasks_done') then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('subtasks_done:' || p_parent, 0));
  if not exists (select from task s where s.org_id = p_org and s.parent_id = p_parent and s.deleted_at is null)
    or exists (select from task s where s.org_id = p_org and s.parent_id = p_parent and s.deleted_at is null and s.status <> 4)
  then return; end if;
  select t.id, t.project_id, t.audience into up from task t where t.org_id = p_org and t.id = p_parent and t.deleted_at is null;
  if found then
    perform note_rule_cause(p_org, up.id, up.project_id, up.audience, 'subtasks_done', null);
  end if;
end $$;
