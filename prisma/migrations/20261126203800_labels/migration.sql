-- Labels of the organisation, and which tasks have them.
create table label (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  name text not null constraint label_name_check check (char_length(name) between 1 and 60),
  colour text not null default 'c1' constraint label_colour_check check (colour ~ '^c[1-8]$'),
  created_at timestamptz(3) not null default current_timestamp,
  deleted_at timestamptz(3),
  constraint label_pkey primary key (id)
);
create unique index label_org_id_id_key on label (org_id, id);
-- A deleted label keeps its tasks for a day, and its name is free.
create unique index label_one_name on label (org_id, lower(name)) where deleted_at is null;
create index label_org_id_deleted_at_idx on label (org_id, deleted_at);

create table task_label (
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  label_id uuid not null,
  project_id uuid not null,
  audience text not null,
  constraint task_label_pkey primary key (org_id, task_id, label_id)
);
create index task_label_org_id_label_id_task_id_idx on task_label (org_id, label_id, task_id);

alter table task_label add constraint task_label_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table task_label add constraint task_label_org_id_label_id_fkey
  foreign key (org_id, label_id) references label (org_id, id) on delete cascade on update cascade;

do $$
declare
  t text;
  own_org text := 'org_id = (select app_org_id())';
  visible text := own_org || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or audience = ''client'')';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
begin
  foreach t in array array['label', 'task_label'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
  execute format('create policy tenant_select on task_label for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on task_label for insert to tenant with check (%s and %s)', visible, team);
  execute format('create policy tenant_delete on task_label for delete to tenant using (%s and %s)', visible, team);
end $$;
grant select, insert, delete on task_label to tenant;

-- A client sees the labels of the tasks it sees, nobody else's.
create policy tenant_select on label for select to tenant using (org_id = (select app_org_id())
  and (not (select app_is_client()) or exists (select from task_label tl join task t on t.org_id = tl.org_id and t.id = tl.task_id
         where tl.org_id = label.org_id and tl.label_id = label.id)));
create policy tenant_insert on label for insert to tenant with check (org_id = (select app_org_id())
  and (select app_role()) in ('admin', 'subadmin', 'team_leader'));
create policy tenant_update on label for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));
grant select, insert, update (name, colour, deleted_at) on label to tenant;

grant select (id, org_id, deleted_at), delete on label to worker;
create policy worker_forget on label to worker using (deleted_at < now() - interval '1 day') with check (false);
