-- Who watches a task by choice or because they take part in it, and who does not although it is theirs.
-- Without a row its creator and assignees watch it.
create table task_watcher (
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  member_id uuid not null,
  project_id uuid not null,
  audience text not null,
  watching boolean not null default true,
  constraint task_watcher_pkey primary key (org_id, task_id, member_id)
);
create index task_watcher_org_id_member_id_task_id_idx on task_watcher (org_id, member_id, task_id);
alter table task_watcher add constraint task_watcher_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table task_watcher add constraint task_watcher_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

insert into task_watcher (org_id, task_id, member_id, project_id, audience)
select distinct c.org_id, c.task_id, c.author_id, t.project_id, t.audience
  from comment c join task t on t.org_id = c.org_id and t.id = c.task_id
 where c.author_id is not null and c.deleted_at is null;

alter table task_watcher enable row level security;
alter table task_watcher force row level security;
-- Clients see their own alone; they write others' by naming them in a comment.
do $$
declare
  visible text := 'org_id = (select app_org_id())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or audience = ''client'')';
  own text := '(not (select app_is_client()) or member_id = (select app_member_id()))';
begin
  execute format('create policy owner_all on task_watcher to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on task_watcher for select to tenant using (%s and %s)', visible, own);
  execute format('create policy tenant_insert on task_watcher for insert to tenant with check (%s)', visible);
  execute format('create policy tenant_update on task_watcher for update to tenant using (%1$s and %2$s) with check (%1$s and %2$s)', visible, own);
  execute 'create policy tenant_not_deleted on task_watcher as restrictive to tenant
    using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))';
end $$;
grant select, insert, update (watching) on task_watcher to tenant;

-- Whoever is to be told, or not, and what decides whether they may see it: also people whom the caller does not see.
create function watchers_by_choice(p_task uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'watching', w.watching, 'role', m.role,
           'active', m.approval = 1 and m.deactivated_at is null,
           'member', exists (select from project_member pm where pm.org_id = w.org_id and pm.project_id = w.project_id
              and pm.member_id = w.member_id))), '[]')
    from task_watcher w join member m on m.org_id = w.org_id and m.id = w.member_id
   where w.org_id = app_org_id() and w.task_id = p_task
$$;
revoke all on function watchers_by_choice(uuid) from public;
grant execute on function watchers_by_choice(uuid) to tenant;
