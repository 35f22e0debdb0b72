-- A filter of tasks that somebody keeps, and how they are laid out. `project_id` null: of all projects.
create table saved_view (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  owner_id uuid not null default app_member_id(),
  project_id uuid,
  name text not null constraint saved_view_name_check check (char_length(name) between 1 and 60),
  layout text not null default 'list' constraint saved_view_layout_check check (layout in ('list', 'board', 'calendar', 'timeline')),
  filter text not null default '',
  sort text,
  grouping text,
  swimlane text,
  columns text[] not null default '{}',
  shared boolean not null default false,
  is_default boolean not null default false,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint saved_view_pkey primary key (id),
  constraint saved_view_board_of_project check (layout <> 'board' or project_id is not null),
  constraint saved_view_default_of_project check (not is_default or (shared and project_id is not null))
);
create unique index saved_view_org_id_id_key on saved_view (org_id, id);
create unique index saved_view_one_default on saved_view (org_id, project_id, layout) where is_default;
create index saved_view_org_id_project_id_idx on saved_view (org_id, project_id);
create index saved_view_org_id_owner_id_idx on saved_view (org_id, owner_id);
alter table saved_view add constraint saved_view_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table saved_view add constraint saved_view_org_id_owner_id_fkey
  foreign key (org_id, owner_id) references member (org_id, id) on delete cascade on update cascade;

alter table saved_view enable row level security;
alter table saved_view force row level security;
grant select, insert, delete on saved_view to tenant;
grant update (name, layout, filter, sort, grouping, swimlane, columns, shared, is_default, position, version, updated_at)
  on saved_view to tenant;

-- Shared ones are the team's: clients see their own only. A leader changes those of projects, and of all projects their own.
do $$
declare
  seen text := 'org_id = (select app_org_id())'
    || ' and (project_id is null or (select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (owner_id = (select app_member_id()) or (shared and not (select app_is_client())))';
  changed text := seen || ' and case when not shared then owner_id = (select app_member_id())'
    || ' else (select app_role()) in (''admin'', ''subadmin'')'
    || ' or ((select app_role()) = ''team_leader'' and (project_id is not null or owner_id = (select app_member_id()))) end';
begin
  execute format('create policy owner_all on saved_view to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on saved_view for select to tenant using (%s)', seen);
  execute format('create policy tenant_insert on saved_view for insert to tenant with check (%s and owner_id = (select app_member_id()))', changed);
  execute format('create policy tenant_update on saved_view for update to tenant using (%s) with check (%s)', changed, changed);
  execute format('create policy tenant_delete on saved_view for delete to tenant using (%s)', changed);
end $$;
