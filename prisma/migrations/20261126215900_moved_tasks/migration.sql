-- A task that moves to another project gets that project's key; the key it had goes on leading to it.
create table task_former_key (
  org_id uuid not null default app_org_id(),
  key text not null constraint task_former_key_form check (key ~ '^[A-Z][A-Z0-9]{1,9}-[0-9]{1,9}$'),
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  constraint task_former_key_pkey primary key (org_id, key)
);
create index task_former_key_org_id_task_id_idx on task_former_key (org_id, task_id);
alter table task_former_key add constraint task_former_key_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;

do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or audience = ''client'')';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
begin
  alter table task_former_key enable row level security;
  alter table task_former_key force row level security;
  execute format('create policy owner_all on task_former_key to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on task_former_key for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on task_former_key for insert to tenant with check (%s and %s)', visible, team);
  execute format('create policy tenant_delete on task_former_key for delete to tenant using (%s and %s)', visible, team);
end $$;
grant select, insert, delete on task_former_key to tenant;

-- Files of a task follow it through the key's cascade; their space is the project they are in.
create function file_space_follows() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.space_id := new.project_id;
  return new;
end $$;
create trigger file_space before update of project_id on file for each row
  when (new.task_id is not null and new.project_id is distinct from old.project_id)
  execute function file_space_follows();

-- One task into another project, as the caller: its policies decide. Internal there, with all that was said on it: other
-- clients are in that project. Null: it is not as the caller read it.
create function move_task_to_project(p_task uuid, p_project uuid, p_version int, p_detach boolean) returns int
language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare
  was record;
  place record;
begin
  select t.status, p.key || '-' || t.number as key into was
    from task t join project p on p.org_id = t.org_id and p.id = t.project_id
   where t.id = p_task and t.version = p_version and t.deleted_at is null for update of t;
  if not found then
    return null;
  end if;
  select * into place from next_task_place(p_project, was.status);
  update comment c set audience = 'internal' where c.task_id = p_task and c.audience <> 'internal';
  update activity a set audience = 'internal' where a.task_id = p_task and a.audience <> 'internal';
  update task t set parent_id = null where t.parent_id = p_task and t.deleted_at is not null;
  update task t set project_id = p_project, number = place.next_number, rank = place.next_rank, audience = 'internal',
         parent_id = case when p_detach then null else t.parent_id end, version = t.version + 1, updated_at = now()
   where t.id = p_task;
  insert into task_former_key (key, task_id, project_id, audience) values (was.key, p_task, p_project, 'internal')
    on conflict do nothing;
  return p_version + 1;
end $$;
