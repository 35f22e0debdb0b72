-- What a task, or a project with its tasks, begins as. `project_id` null: the organisation's. `content`: lib/template/schema.ts.
create table template (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid,
  kind text not null constraint template_kind_check check (kind in ('task', 'project')),
  name text not null constraint template_name_check check (char_length(name) between 1 and 80),
  summary text not null default '' constraint template_summary_check check (char_length(summary) <= 500),
  content jsonb not null,
  created_by_id uuid default app_member_id(),
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint template_pkey primary key (id)
);
create unique index template_org_id_id_key on template (org_id, id);
create index template_org_id_project_id_idx on template (org_id, project_id);
alter table template add constraint template_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table template add constraint template_org_id_created_by_id_fkey
  foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action;

alter table template enable row level security;
alter table template force row level security;
grant select, insert, delete, update (name, summary, content, version, updated_at) on template to tenant;

-- The team reads them; whoever may change the organisation, or leads the project, changes them.
do $$
declare
  team text := 'org_id = (select app_org_id()) and not (select app_is_client())';
  seen text := '(project_id is null or (select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  changed text := '((select app_role()) in (''admin'', ''subadmin'')'
    || ' or ((select app_role()) = ''team_leader'' and exists (select from project p'
    || ' where p.org_id = template.org_id and p.id = template.project_id and p.leader_id = (select app_member_id()))))';
begin
  execute format('create policy owner_all on template to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on template for select to tenant using (%s and %s)', team, seen);
  execute format('create policy tenant_insert on template for insert to tenant with check (%s and %s and %s and created_by_id = (select app_member_id()))', team, seen, changed);
  execute format('create policy tenant_update on template for update to tenant using (%1$s and %2$s and %3$s) with check (%1$s and %2$s and %3$s)', team, seen, changed);
  execute format('create policy tenant_delete on template for delete to tenant using (%s and %s and %s)', team, seen, changed);
  execute 'create policy tenant_not_deleted on template as restrictive to tenant
    using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
    with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))';
end $$;
