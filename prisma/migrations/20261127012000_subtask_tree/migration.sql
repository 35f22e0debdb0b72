-- Why a task cannot stand below another one, through any tasks of the organisation, seen or not; null: it can.
-- Without a task, one that is to be made.
create function subtask_fault(p_task uuid, p_parent uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  with recursive above (id, level) as (
    select p_parent, 1
    union all
    select t.parent_id, above.level + 1 from above join task t on t.org_id = app_org_id() and t.id = above.id
     where t.parent_id is not null and above.level < 100),
  below (id, level) as (
    select p_task, 1
    union all
    select t.id, below.level + 1 from below join task t on t.org_id = app_org_id() and t.parent_id = below.id
     where below.level < 100)
  select case when exists (select from above where id = p_task) then 'circle'
              when (select max(level) from above) + (select max(level) from below) > 8 then 'deep' end
$$;
revoke all on function subtask_fault(uuid, uuid) from public;
grant execute on function subtask_fault(uuid, uuid) to tenant;
