-- All subtasks are done as well once the last open one goes to the bin, below another parent or to another project.

create function note_subtasks_done(p_org uuid, p_parent uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare up record;
begin
  if not exists (select from task s where s.org_id = p_org and s.parent_id = p_parent and s.deleted_at is null)
    or exists (select from task s where s.org_id = p_org and s.parent_id = p_parent and s.deleted_at is null and s.status <> 4)
  then return; end if;
  select t.id, t.project_id, t.audience into up from task t where t.org_id = p_org and t.id = p_parent and t.deleted_at is null;
  if found then
    perform note_rule_cause(p_org, up.id, up.project_id, up.audience, 'subtasks_done', null);
  end if;
end $$;
revoke all on function note_subtasks_done(uuid, uuid) from public;

create or replace function note_task_for_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'created', null);
    return null;
  end if;
  if new.status <> old.status then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'moved', new.status::text);
    if new.status = 4 and new.parent_id is not null then
      perform note_subtasks_done(new.org_id, new.parent_id);
    end if;
  end if;
  if new.priority <> old.priority then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'priority', new.priority);
  end if;
  return null;
end $$;

create function note_left_for_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform note_subtasks_done(old.org_id, old.parent_id);
  return null;
end $$;
-- One that was done, or in the bin already, was not waited for.
create trigger note_left_for_rules after update of deleted_at, parent_id on task for each row
  when (old.parent_id is not null and old.deleted_at is null and old.status <> 4
        and (new.deleted_at is not null or new.parent_id is distinct from old.parent_id))
  execute function note_left_for_rules();
