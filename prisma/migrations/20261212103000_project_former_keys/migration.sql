-- A project's code can be changed; the code it had goes on leading to it and its tasks, and nobody else can take it.
create table project_former_key (
  org_id uuid not null default app_org_id(),
  key text not null constraint project_former_key_form check (key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  project_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint project_former_key_pkey primary key (org_id, key)
);
create index project_former_key_org_id_project_id_idx on project_former_key (org_id, project_id);
alter table project_former_key add constraint project_former_key_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  leads text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
begin
  alter table project_former_key enable row level security;
  alter table project_former_key force row level security;
  execute format('create policy owner_all on project_former_key to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on project_former_key for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on project_former_key for insert to tenant with check (%s and %s)', visible, leads);
  execute format('create policy tenant_delete on project_former_key for delete to tenant using (%s and %s)', visible, leads);
  execute 'create policy tenant_not_deleted on project_former_key as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, delete on project_former_key to tenant;

-- The project that a code leads to, as far as the caller sees it.
create function project_of_key(p_key text) returns uuid language sql stable security invoker set search_path = pg_catalog, public as $$
  select coalesce((select p.id from project p where p.org_id = app_org_id() and p.key = p_key),
                  (select f.project_id from project_former_key f where f.org_id = app_org_id() and f.key = p_key))
$$;
revoke all on function project_of_key(text) from public;
grant execute on function project_of_key(text) to tenant;

-- Whether another project has the code, or had it; also one that the caller does not see.
create function project_key_taken(p_key text, p_own uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from project p where p.org_id = app_org_id() and p.key = p_key and p.id is distinct from p_own)
      or exists (select from project_former_key f where f.org_id = app_org_id() and f.key = p_key and f.project_id is distinct from p_own)
$$;
revoke all on function project_key_taken(text, uuid) from public;
grant execute on function project_key_taken(text, uuid) to tenant;
