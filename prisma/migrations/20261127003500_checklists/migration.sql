-- The lines of a task's checklist, which are the team's.
create table checklist_item (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  title text not null constraint checklist_item_title_check check (char_length(title) between 1 and 200),
  done boolean not null default false,
  rank text collate "C" not null,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  constraint checklist_item_pkey primary key (id)
);
create unique index checklist_item_org_id_id_key on checklist_item (org_id, id);
create index checklist_item_org_id_task_id_rank_idx on checklist_item (org_id, task_id, rank);
alter table checklist_item add constraint checklist_item_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;

alter table checklist_item enable row level security;
alter table checklist_item force row level security;
do $$
declare
  visible text := 'org_id = (select app_org_id()) and not (select app_is_client())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
begin
  execute format('create policy owner_all on checklist_item to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on checklist_item for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on checklist_item for insert to tenant with check (%s and %s)', visible, team);
  execute format('create policy tenant_update on checklist_item for update to tenant using (%1$s and %2$s) with check (%1$s and %2$s)', visible, team);
  execute format('create policy tenant_delete on checklist_item for delete to tenant using (%s and %s)', visible, team);
  execute 'create policy tenant_not_deleted on checklist_item as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, update (title, done, rank, version), delete on checklist_item to tenant;
