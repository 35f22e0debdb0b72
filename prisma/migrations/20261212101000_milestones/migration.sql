-- Milestones of a project, in the order of their work, and which tasks belong to them.
create table milestone (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid not null,
  name text not null constraint milestone_name_check check (char_length(name) between 1 and 960),
  due_date date,
  rank text collate "C" not null constraint milestone_rank_check check (rank ~ '^[!-~]{1,200}$'),
  audience text not null default 'internal' constraint milestone_audience_check check (audience in ('internal', 'client')),
  reached_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  deleted_at timestamptz(3),
  constraint milestone_pkey primary key (id)
);
create unique index milestone_org_id_id_key on milestone (org_id, id);
create unique index milestone_org_id_id_project_id_key on milestone (org_id, id, project_id);
create index milestone_org_id_project_id_rank_idx on milestone (org_id, project_id, rank);
alter table milestone add constraint milestone_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

-- A deleted milestone keeps its tasks for a day, so that it can be restored.
alter table task add column milestone_id uuid;
alter table task add constraint task_org_id_milestone_id_project_id_fkey
  foreign key (org_id, milestone_id, project_id) references milestone (org_id, id, project_id) on delete set null (milestone_id);
create index task_milestone_idx on task (org_id, milestone_id) where milestone_id is not null;

-- In another project a task has no milestone yet.
create function leave_milestone() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.milestone_id := null;
  return new;
end $$;
create trigger leave_milestone before update of project_id on task for each row
  when (new.project_id is distinct from old.project_id) execute function leave_milestone();

do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or (audience = ''client'' and deleted_at is null))';
  leads text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
begin
  alter table milestone enable row level security;
  alter table milestone force row level security;
  execute format('create policy owner_all on milestone to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on milestone for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on milestone for insert to tenant with check (%s and %s)', visible, leads);
  execute format('create policy tenant_update on milestone for update to tenant using (%s and %s) with check (%s and %s)', visible, leads, visible, leads);
  execute 'create policy tenant_not_deleted on milestone as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, update (name, due_date, rank, audience, reached_at, version, updated_at, deleted_at) on milestone to tenant;

grant select (id, org_id, deleted_at), delete on milestone to worker;
create policy worker_forget on milestone to worker using (deleted_at < now() - interval '1 day') with check (false);
