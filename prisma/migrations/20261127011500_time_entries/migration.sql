-- Time that people spent on tasks. An entry without an end is a timer that runs, one for each person.
create table time_entry (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  member_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) constraint time_entry_span check (ended_at >= started_at),
  note text not null default '' constraint time_entry_note_check check (char_length(note) <= 500),
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  constraint time_entry_pkey primary key (id)
);
create unique index time_entry_one_runs on time_entry (org_id, member_id) where ended_at is null;
create index time_entry_org_id_task_id_started_at_idx on time_entry (org_id, task_id, started_at);
create index time_entry_org_id_member_id_started_at_idx on time_entry (org_id, member_id, started_at);
create index time_entry_org_id_started_at_idx on time_entry (org_id, started_at);
alter table time_entry add constraint time_entry_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table time_entry add constraint time_entry_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- The team sees whose time went where; each changes what is theirs. Clients see none of it.
do $$
declare
  visible text := 'org_id = (select app_org_id()) and not (select app_is_client())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  own text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')'
    || ' and member_id = (select app_member_id())';
begin
  alter table time_entry enable row level security;
  alter table time_entry force row level security;
  execute format('create policy owner_all on time_entry to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on time_entry for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on time_entry for insert to tenant with check (%s and %s)', visible, own);
  execute format('create policy tenant_update on time_entry for update to tenant using (%s and %s) with check (%s and %s)',
    visible, own, visible, own);
  execute format('create policy tenant_delete on time_entry for delete to tenant using (%s and %s)', visible, own);
end $$;
create policy tenant_not_deleted on time_entry as restrictive to tenant
  using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
  with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]));
grant select, insert, delete, update (started_at, ended_at, note, version) on time_entry to tenant;

-- Ends the caller's timer, also where they no longer see its task: another one could not be started otherwise.
create function stop_own_timer() returns table (id uuid, task_id uuid, project_id uuid, audience text, seconds float8)
language sql volatile security definer set search_path = pg_catalog, public as $$
  update time_entry e set ended_at = greatest(now(), e.started_at), version = e.version + 1
   where e.org_id = app_org_id() and e.member_id = app_member_id() and e.ended_at is null
  returning e.id, e.task_id, e.project_id, e.audience, extract(epoch from e.ended_at - e.started_at)::float8
$$;
revoke all on function stop_own_timer() from public;
grant execute on function stop_own_timer() to tenant;
