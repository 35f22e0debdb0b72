-- A task blocks another one, in any project of the organisation.
create table dependency (
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  blocks_id uuid not null,
  blocks_project_id uuid not null,
  blocks_audience text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint dependency_pkey primary key (org_id, task_id, blocks_id),
  constraint dependency_of_two check (task_id <> blocks_id)
);
create index dependency_org_id_blocks_id_task_id_idx on dependency (org_id, blocks_id, task_id);
alter table dependency add constraint dependency_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table dependency add constraint dependency_org_id_blocks_id_blocks_project_id_blocks_audie_fkey
  foreign key (org_id, blocks_id, blocks_project_id, blocks_audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;

alter table dependency enable row level security;
alter table dependency force row level security;
-- Whoever sees both tasks sees that one blocks the other.
do $$
declare
  visible text := 'org_id = (select app_org_id()) and ((select app_sees_every_project()) or'
    || ' (project_id = any ((select app_project_ids())::uuid[]) and blocks_project_id = any ((select app_project_ids())::uuid[])))'
    || ' and (not (select app_is_client()) or (audience = ''client'' and blocks_audience = ''client''))';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
begin
  execute format('create policy owner_all on dependency to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on dependency for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on dependency for insert to tenant with check (%s and %s)', visible, team);
  execute format('create policy tenant_delete on dependency for delete to tenant using (%s and %s)', visible, team);
end $$;
grant select, insert, delete on dependency to tenant;

-- Whether the second blocks the first already, through any tasks of the organisation, seen or not.
create function dependency_closes_circle(p_task uuid, p_blocks uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  with recursive after_it (id) as (
    select p_blocks
    union
    select d.blocks_id from dependency d join after_it on d.task_id = after_it.id where d.org_id = app_org_id())
  select exists (select from after_it where id = p_task)
$$;
revoke all on function dependency_closes_circle(uuid, uuid) from public;
grant execute on function dependency_closes_circle(uuid, uuid) to tenant;

-- What a task blocks looks different once it is done, or no longer: also where the caller does not see it.
create function raise_blocked(p_task uuid)
returns table (id uuid, project_id uuid, version int, audience text, binned boolean)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with waiting as (
    select w.id from task w where w.org_id = app_org_id()
       and w.id in (select d.blocks_id from dependency d where d.org_id = app_org_id() and d.task_id = p_task)
     order by w.id for update)
  update task t set version = t.version + 1 from waiting where t.org_id = app_org_id() and t.id = waiting.id
  returning t.id, t.project_id, t.version, t.audience, t.deleted_at is not null
$$;
revoke all on function raise_blocked(uuid) from public;
grant execute on function raise_blocked(uuid) to tenant;
