-- How many entries of time came with each task of an import, and with all of it.
alter table import_row add column times int not null default 0;
alter table import_batch add column time_entries int not null default 0;
grant update (times) on import_row to tenant;

-- Time is its person's own, so nobody writes that of others; an import brings what the plan of its rows says. Only for whoever
-- began the import, into its project while they may import there; only for tasks that no import made before, and only people who
-- may log time. Returns how many entries it made.
create function log_imported_time(p_batch uuid, p_positions int[], p_tasks uuid[]) returns int
language sql volatile security definer set search_path = pg_catalog, public as $$
  with logged as (
    insert into time_entry (id, org_id, task_id, project_id, audience, member_id, started_at, ended_at, note)
    select gen_random_uuid(), t.org_id, t.id, t.project_id, t.audience, m.id, span.began, span.began + span.length, left(coalesce(one.note, ''), 500)
      from import_batch b
      join import_row r on r.org_id = b.org_id and r.batch_id = b.id and r.task_id is null
      join unnest(p_positions, p_tasks) as given(position, task_id) on given.position = r.position
      join task t on t.org_id = b.org_id and t.id = given.task_id and t.project_id = b.project_id and t.version = 1
       and not exists (select from import_row o where o.org_id = t.org_id and o.task_id = t.id)
      cross join lateral jsonb_to_recordset(coalesce(r.data -> 'time', '[]')) as one(member_id uuid, started_at timestamptz, minutes int, note text)
      join member m on m.org_id = b.org_id and m.id = one.member_id and m.approval = 1
       and m.role in ('admin', 'subadmin', 'team_leader', 'user')
      cross join lateral (select make_interval(mins => one.minutes) as length,
        least(one.started_at, now() - make_interval(mins => one.minutes)) as began) span
     where b.org_id = app_org_id() and b.id = p_batch and b.created_by_id = app_member_id()
       and b.finished_at is null and b.rollback_id is null
       and app_role() in ('admin', 'subadmin', 'team_leader')
       and (app_sees_every_project() or b.project_id = any (app_project_ids()::uuid[]))
       and b.project_id <> all (app_hidden_project_ids()::uuid[])
       and one.minutes between 1 and 1440
    returning 1)
  select count(*)::int from logged
$$;
revoke all on function log_imported_time(uuid, int[], uuid[]) from public;
grant execute on function log_imported_time(uuid, int[], uuid[]) to tenant;
