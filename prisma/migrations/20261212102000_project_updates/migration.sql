-- How somebody says that a project stands, beside what is counted.
create table project_update (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid not null,
  author_id uuid,
  health text not null constraint project_update_health_check check (health in ('on_track', 'at_risk', 'off_track')),
  done text not null default '' constraint project_update_done_check check (char_length(done) <= 8000),
  next text not null default '' constraint project_update_next_check check (char_length(next) <= 8000),
  trouble text not null default '' constraint project_update_trouble_check check (char_length(trouble) <= 8000),
  audience text not null default 'internal' constraint project_update_audience_check check (audience in ('internal', 'client')),
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  constraint project_update_pkey primary key (id)
);
create unique index project_update_org_id_id_key on project_update (org_id, id);
create index project_update_org_id_project_id_created_at_idx on project_update (org_id, project_id, created_at desc);
create index project_update_org_id_author_id_idx on project_update (org_id, author_id);
alter table project_update add constraint project_update_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table project_update add constraint project_update_org_id_author_id_fkey
  foreign key (org_id, author_id) references member (org_id, id) on delete set null (author_id);

do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or (audience = ''client'' and deleted_at is null))';
  leads text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
begin
  alter table project_update enable row level security;
  alter table project_update force row level security;
  execute format('create policy owner_all on project_update to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on project_update for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on project_update for insert to tenant with check (%s and %s and author_id = (select app_member_id()))', visible, leads);
  execute format('create policy tenant_update on project_update for update to tenant using (%s and %s) with check (%s and %s)', visible, leads, visible, leads);
  execute 'create policy tenant_not_deleted on project_update as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, update (health, done, next, trouble, version, edited_at, deleted_at) on project_update to tenant;

grant select (id, org_id, deleted_at), delete on project_update to worker;
create policy worker_forget on project_update to worker using (deleted_at < now() - interval '1 day') with check (false);
