-- Imports of tasks from other programs, and what became of each task of a file: it is made once, and can be taken back.
create table import_batch (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid not null,
  created_by_id uuid,
  source text not null constraint import_batch_source_check check (source in ('csv', 'trello', 'jira', 'asana')),
  file_name text not null,
  content_hash text not null,
  total int not null,
  tasks int not null default 0,
  comments int not null default 0,
  checklist_items int not null default 0,
  people int not null default 0,
  lists int not null default 0,
  labels int not null default 0,
  errors jsonb not null default '[]',
  skipped jsonb not null default '[]',
  -- Labels and categories that it made.
  made jsonb not null default '[]',
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  rollback_id uuid,
  rolled_back_at timestamptz(3),
  -- Tasks that a rollback left, as people had changed them.
  kept jsonb not null default '[]',
  constraint import_batch_pkey primary key (id)
);
create unique index import_batch_org_id_id_key on import_batch (org_id, id);
create index import_batch_org_id_project_id_created_at_idx on import_batch (org_id, project_id, created_at);
alter table import_batch add constraint import_batch_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table import_batch add constraint import_batch_org_id_created_by_id_fkey
  foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action;

create table import_row (
  org_id uuid not null default app_org_id(),
  batch_id uuid not null,
  position int not null,
  project_id uuid not null,
  source text not null,
  source_id text not null,
  -- Null until it is made.
  task_id uuid,
  comments int not null default 0,
  -- What is to be made of it; null once it is.
  data jsonb,
  constraint import_row_pkey primary key (org_id, batch_id, position)
);
create index import_row_org_id_project_id_source_source_id_idx on import_row (org_id, project_id, source, source_id);
create index import_row_org_id_task_id_idx on import_row (org_id, task_id);
alter table import_row add constraint import_row_org_id_batch_id_fkey
  foreign key (org_id, batch_id) references import_batch (org_id, id) on delete cascade on update cascade;
alter table import_row add constraint import_row_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table import_row add constraint import_row_org_id_task_id_fkey
  foreign key (org_id, task_id) references task (org_id, id) on delete cascade on update cascade;

do $$
declare
  t text;
  visible text := 'org_id = (select app_org_id()) and (select app_role()) in (''admin'', ''subadmin'', ''team_leader'')'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
begin
  foreach t in array array['import_batch', 'import_row'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
    execute format('create policy tenant_all on %I to tenant using (%s) with check (%s)', t, visible, visible);
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant
      using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
      with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))', t);
  end loop;
end $$;
grant select, insert, update on import_batch to tenant;
grant select, insert, delete, update (task_id, comments, data) on import_row to tenant;
