-- Fields that an organisation defines for its tasks, and their values.
create table custom_field (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  name text not null constraint custom_field_name_check check (char_length(name) between 1 and 480),
  kind text not null constraint custom_field_kind_check check (kind in ('text', 'number', 'date', 'choice', 'person')),
  audience text not null default 'internal' constraint custom_field_audience_check check (audience in ('internal', 'client')),
  -- Of a choice, in order: _id, name, colour, and retired where it is no longer offered.
  choices jsonb not null default '[]' constraint custom_field_choices_check
    check (jsonb_typeof(choices) = 'array' and (kind = 'choice' or choices = '[]')),
  every_project boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  archived_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Carried by its values, so that those of a deleted field are hidden without looking it up.
  live boolean not null default true constraint custom_field_live_check check (live = (deleted_at is null)),
  constraint custom_field_pkey primary key (id)
);
create unique index custom_field_org_id_id_key on custom_field (org_id, id);
create unique index custom_field_org_id_id_kind_audience_live_key on custom_field (org_id, id, kind, audience, live);
-- A deleted field keeps its values for a day, and its name is free.
create unique index custom_field_one_name on custom_field (org_id, name_key(name)) where deleted_at is null;

-- The projects of a field that is not every project's.
create table custom_field_project (
  org_id uuid not null default app_org_id(),
  field_id uuid not null,
  project_id uuid not null,
  constraint custom_field_project_pkey primary key (org_id, field_id, project_id)
);
create index custom_field_project_org_id_project_id_idx on custom_field_project (org_id, project_id);
alter table custom_field_project add constraint custom_field_project_org_id_field_id_fkey
  foreign key (org_id, field_id) references custom_field (org_id, id) on delete cascade on update cascade;
alter table custom_field_project add constraint custom_field_project_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

create table custom_value (
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  field_id uuid not null,
  project_id uuid not null,
  audience text not null,
  kind text not null,
  field_audience text not null,
  live boolean not null default true,
  text text constraint custom_value_text_check check (char_length(text) between 1 and 4000),
  number double precision,
  day date,
  choice_id uuid,
  member_id uuid,
  constraint custom_value_pkey primary key (org_id, task_id, field_id),
  constraint custom_value_of_its_kind check (num_nonnulls(text, number, day, choice_id, member_id) = 1 and case kind
    when 'text' then text is not null when 'number' then number is not null when 'date' then day is not null
    when 'choice' then choice_id is not null else member_id is not null end)
);
create index custom_value_org_id_field_id_choice_id_task_id_idx on custom_value (org_id, field_id, choice_id, task_id);
create index custom_value_org_id_member_id_idx on custom_value (org_id, member_id);
alter table custom_value add constraint custom_value_task_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table custom_value add constraint custom_value_field_fkey
  foreign key (org_id, field_id, kind, field_audience, live) references custom_field (org_id, id, kind, audience, live)
  on delete cascade on update cascade;
alter table custom_value add constraint custom_value_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

do $$
declare
  t text;
  own_org text := 'org_id = (select app_org_id())';
  visible text := own_org || ' and live and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or (audience = ''client'' and field_audience = ''client'''
    -- Whom a client does not see is nobody, by every door.
    || ' and (member_id is null or exists (select from member m where m.org_id = custom_value.org_id and m.id = custom_value.member_id))))';
  writable text := own_org || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
  governs text := own_org || ' and (select app_role()) in (''admin'', ''subadmin'')';
begin
  foreach t in array array['custom_field', 'custom_field_project', 'custom_value'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
  execute format('create policy tenant_select on custom_value for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on custom_value for insert to tenant with check (%s and live)', writable);
  execute format('create policy tenant_update on custom_value for update to tenant using (%s) with check (%s and live)', writable, writable);
  execute format('create policy tenant_delete on custom_value for delete to tenant using (%s)', writable);
  execute format('create policy tenant_select on custom_field_project for select to tenant using (%s)', own_org
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))');
  execute format('create policy tenant_insert on custom_field_project for insert to tenant with check (%s)', governs);
  execute format('create policy tenant_delete on custom_field_project for delete to tenant using (%s)', governs);
  execute format('create policy tenant_insert on custom_field for insert to tenant with check (%s)', governs);
  execute format('create policy tenant_update on custom_field for update to tenant using (%s) with check (%s)', governs, governs);
end $$;
create policy tenant_select on custom_field for select to tenant using (org_id = (select app_org_id())
  and ((select app_sees_every_project()) or every_project or exists (select from custom_field_project fp
         where fp.org_id = custom_field.org_id and fp.field_id = custom_field.id))
  and (not (select app_is_client()) or (audience = 'client' and live)));
grant select, insert, update (name, audience, choices, every_project, position, version, archived_at, deleted_at, live)
  on custom_field to tenant;
grant select, insert, delete on custom_field_project to tenant;
grant select, insert, delete, update (text, number, day, choice_id, member_id) on custom_value to tenant;

grant select (id, org_id, deleted_at), delete on custom_field to worker;
create policy worker_forget on custom_field to worker using (deleted_at < now() - interval '1 day') with check (false);
