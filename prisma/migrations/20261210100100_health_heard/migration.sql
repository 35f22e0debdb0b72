-- How a project stands is counted over what its clients do not see. So they hear when the word changes, and nothing when it stays:
-- a message about each hidden change would tell them how much happens there.
create function health_word(p_status text, p_due_in int, p_open int, p_late int) returns text
language sql immutable set search_path = pg_catalog as $$
  select case when p_status <> 'active' then null
              when p_open = 0 then 'on_track'
              when p_due_in < 0 then 'late'
              when p_late * 3 >= p_open or (p_late >= 2 and p_late * 6 >= p_open) then 'at_risk'
              when p_due_in between 0 and 7 and p_open > p_due_in then 'at_risk'
              else 'on_track' end
$$;

create or replace function project_health(p_project uuid) returns table (health text, due_in int, open_tasks int, late_tasks int)
language sql stable security definer set search_path = pg_catalog, public as $$
  select health_word(p.status, p.due_date - day.today, counted.open, counted.late),
         p.due_date - day.today,
         case when not app_is_client() then counted.open end,
         case when not app_is_client() then counted.late end
    from project p
    left join member l on l.org_id = p.org_id and l.id = p.leader_id
    left join person one on one.id = l.person_id
    cross join lateral (select (now() at time zone coalesce(one.time_zone, 'UTC'))::date as today) day
    cross join lateral (
      select count(*)::int as open, (count(*) filter (where t.due_date < day.today))::int as late
        from task t
       where t.org_id = p.org_id and t.project_id = p.id and t.parent_id is null and t.deleted_at is null and t.status <> 4) counted
   where p.org_id = app_org_id() and p.id = p_project and (app_sees_every_project() or p.id = any (app_project_ids()))
$$;

-- `p_more`: by how much more open tasks there are since the statement, by project and due date.
create function tell_health(p_more jsonb) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into outbox (id, org_id, kind, payload)
  select gen_random_uuid(), p.org_id, 'realtime', jsonb_build_array(jsonb_build_object(
           'channel', 'private-project-' || p.id || '-client', 'event', 'project.changed', 'data', jsonb_build_object('id', p.id)))
    from (select distinct project_id from jsonb_to_recordset(p_more) as one (project_id uuid)) of
    join project p on p.id = of.project_id and p.status = 'active'
    left join member l on l.org_id = p.org_id and l.id = p.leader_id
    left join person one on one.id = l.person_id
    cross join lateral (select (now() at time zone coalesce(one.time_zone, 'UTC'))::date as today) day
    cross join lateral (
      select sum(more.count)::int as open, coalesce(sum(more.count) filter (where more.due_date < day.today), 0)::int as late
        from jsonb_to_recordset(p_more) as more (project_id uuid, due_date date, count int) where more.project_id = p.id) more
    cross join lateral (
      select count(*)::int as open, (count(*) filter (where t.due_date < day.today))::int as late
        from task t
       where t.org_id = p.org_id and t.project_id = p.id and t.parent_id is null and t.deleted_at is null and t.status <> 4) counted
   where health_word(p.status, p.due_date - day.today, counted.open, counted.late)
         is distinct from health_word(p.status, p.due_date - day.today, counted.open - more.open, counted.late - more.late)
$$;
revoke all on function tell_health(jsonb) from public;

create function tell_health_of_new() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare more jsonb;
begin
  select jsonb_agg(one) into more from (
    select project_id, due_date, count(*) as count from became
     where parent_id is null and deleted_at is null and status <> 4 group by project_id, due_date) one;
  if more is not null then perform tell_health(more); end if;
  return null;
end $$;
revoke all on function tell_health_of_new() from public;

create function tell_health_of_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare more jsonb;
begin
  select jsonb_agg(one) into more from (
    select project_id, due_date, sum(side) as count
      from (select project_id, due_date, parent_id, deleted_at, status, 1 as side from became
             union all select project_id, due_date, parent_id, deleted_at, status, -1 from was) task
     where parent_id is null and deleted_at is null and status <> 4
     group by project_id, due_date having sum(side) <> 0) one;
  if more is not null then perform tell_health(more); end if;
  return null;
end $$;
revoke all on function tell_health_of_changed() from public;

create trigger tell_health_of_new after insert on task referencing new table as became
  for each statement execute function tell_health_of_new();
create trigger tell_health_of_changed after update on task referencing old table as was new table as became
  for each statement execute function tell_health_of_changed();
