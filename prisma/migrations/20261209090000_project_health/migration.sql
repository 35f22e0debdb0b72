-- How a project stands is one word for all who see it, so it is counted here over what some of them do not see. What it was counted
-- from is for the team alone. Subtasks do not count: many small ones would hide that the work is late. Days are the leader's.
create index task_open_idx on task (org_id, project_id, due_date) where parent_id is null and deleted_at is null and status <> 4;

create function project_health(p_project uuid) returns table (health text, due_in int, open_tasks int, late_tasks int)
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when p.status <> 'active' then null
              when counted.open = 0 then 'on_track'
              when p.due_date < day.today then 'late'
              when counted.late * 3 >= counted.open or (counted.late >= 2 and counted.late * 6 >= counted.open) then 'at_risk'
              when p.due_date - day.today between 0 and 7 and counted.open > p.due_date - day.today then 'at_risk'
              else 'on_track' end,
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
revoke all on function project_health(uuid) from public;
grant execute on function project_health(uuid) to tenant;
