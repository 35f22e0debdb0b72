-- What an import brings is its importer's, and says where it came from and who wrote or logged it there.
alter table comment
  add column imported_from text constraint comment_imported_from_check check (imported_from in ('csv', 'trello', 'jira', 'asana')),
  add column imported_name text;
alter table time_entry
  add column imported_from text constraint time_entry_imported_from_check check (imported_from in ('csv', 'trello', 'jira', 'asana')),
  add column imported_name text;

-- What came before stands in the names of members: it is marked where it is known to be imported. Comments are older than their
-- import, and ids of imported entries are random.
update comment c set imported_from = b.source, imported_name = m.name
  from import_row r join import_batch b on b.org_id = r.org_id and b.id = r.batch_id, member m
 where r.org_id = c.org_id and r.task_id = c.task_id and c.created_at < b.created_at and m.org_id = c.org_id and m.id = c.author_id;
update time_entry e set imported_from = r.source, imported_name = m.name
  from import_row r, member m
 where r.org_id = e.org_id and r.task_id = e.task_id and get_byte(uuid_send(e.id), 6) >> 4 = 4 and m.org_id = e.org_id and m.id = e.member_id;

-- As before, but each entry is the importer's, who says so.
create or replace function log_imported_time(p_batch uuid, p_positions int[], p_tasks uuid[]) returns int
language sql volatile security definer set search_path = pg_catalog, public as $$
  with logged as (
    insert into time_entry (id, org_id, task_id, project_id, audience, member_id, started_at, ended_at, note, imported_from, imported_name)
    select gen_random_uuid(), t.org_id, t.id, t.project_id, t.audience, b.created_by_id, span.began, span.began + span.length,
           left(coalesce(one.note, ''), 500), b.source, left(one.name, 200)
      from import_batch b
      join import_row r on r.org_id = b.org_id and r.batch_id = b.id and r.task_id is null
      join unnest(p_positions, p_tasks) as given(position, task_id) on given.position = r.position
      join task t on t.org_id = b.org_id and t.id = given.task_id and t.project_id = b.project_id and t.version = 1
       and not exists (select from import_row o where o.org_id = t.org_id and o.task_id = t.id)
      cross join lateral jsonb_to_recordset(coalesce(r.data -> 'time', '[]')) as one(name text, started_at timestamptz, minutes int, note text)
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
