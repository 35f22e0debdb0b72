-- A project can have a picture, which is seen by whoever sees the project.
alter table project add column picture text;
create table project_picture (
  org_id uuid not null default app_org_id(),
  project_id uuid not null,
  version text not null,
  bytes bytea not null constraint project_picture_bytes_check check (octet_length(bytes) between 1 and 1000000),
  constraint project_picture_pkey primary key (org_id, project_id)
);
alter table project_picture add constraint project_picture_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  leads text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
begin
  alter table project_picture enable row level security;
  alter table project_picture force row level security;
  execute format('create policy owner_all on project_picture to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on project_picture for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on project_picture for insert to tenant with check (%s and %s)', visible, leads);
  execute format('create policy tenant_delete on project_picture for delete to tenant using (%s and %s)', visible, leads);
  execute 'create policy tenant_not_deleted on project_picture as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, delete on project_picture to tenant;
grant insert (picture), update (picture) on project to tenant;

-- Pictures are looked at anew where an archive is imported: they are entries of their own there.
do $$
declare before text := pg_get_functiondef('archive_tables()'::regprocedure);
declare after text := replace(before, 'organisation_logo invitation', 'organisation_logo project_picture invitation');
begin
  if after = before then raise exception 'archive_tables has changed'; end if;
  execute after;
end $$;
do $$
declare before text := pg_get_functiondef('archive_carried(text)'::regprocedure);
declare after text := replace(before, '(''member'', ''picture''),', '(''member'', ''picture''), (''project'', ''picture''),');
begin
  if after = before then raise exception 'archive_carried has changed'; end if;
  execute after;
end $$;
