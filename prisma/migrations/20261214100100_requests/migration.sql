-- What clients ask for in their own words, until somebody of the team makes a task of it or says why not. A request is
-- between its author and the team: other clients of the project do not see it.
create table client_request (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid not null,
  author_id uuid not null,
  title text not null constraint client_request_title_check check (char_length(title) between 1 and 1600),
  body text not null default '' constraint client_request_body_check check (char_length(body) <= 40000),
  body_html text not null default '',
  body_renderer smallint not null default 0,
  state text not null default 'received'
    constraint client_request_state_check check (state in ('received', 'accepted', 'declined', 'withdrawn')),
  reason text constraint client_request_reason_check check (char_length(reason) between 1 and 2000),
  decided_by_id uuid,
  decided_at timestamptz(3),
  task_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint client_request_pkey primary key (id),
  constraint client_request_decided check ((state in ('accepted', 'declined')) = (decided_at is not null)),
  constraint client_request_task check (task_id is null or state = 'accepted')
);
create unique index client_request_org_id_id_key on client_request (org_id, id);
create index client_request_org_id_project_id_created_at_idx on client_request (org_id, project_id, created_at);
create index client_request_org_id_author_id_created_at_idx on client_request (org_id, author_id, created_at);
create index client_request_org_id_task_id_idx on client_request (org_id, task_id);
alter table client_request
  add constraint client_request_org_id_project_id_fkey foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade,
  add constraint client_request_org_id_author_id_fkey foreign key (org_id, author_id) references member (org_id, id) on delete no action on update no action,
  add constraint client_request_org_id_decided_by_id_fkey foreign key (org_id, decided_by_id) references member (org_id, id) on delete no action on update no action,
  add constraint client_request_org_id_task_id_fkey foreign key (org_id, task_id) references task (org_id, id) on delete set null (task_id) on update no action;

do $$
declare
  visible text := 'org_id = (select app_org_id()) and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))'
    || ' and (not (select app_is_client()) or author_id = (select app_member_id()))';
  own text := '(select app_is_client()) and state in (''received'', ''withdrawn'')';
  staff text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
begin
  alter table client_request enable row level security;
  alter table client_request force row level security;
  execute format('create policy owner_all on client_request to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on client_request for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on client_request for insert to tenant with check (%s and %s and author_id = (select app_member_id()) and state = ''received'')',
    visible, own);
  execute format('create policy tenant_update on client_request for update to tenant using (%1$s and (%2$s or %3$s)) with check (%1$s and (%2$s or %3$s))',
    visible, own, staff);
end $$;
create policy tenant_not_deleted on client_request as restrictive to tenant
  using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
  with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]));
grant select, insert, update (title, body, body_html, body_renderer, state, reason, decided_by_id, decided_at, task_id, version, updated_at)
  on client_request to tenant;

-- Whom a new request is told to, whom its author may not know: who can decide in the project, else who can anywhere.
create function triagers_of(p_project uuid) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public as $$
  with able as (
    select m.id, exists (select from project_member pm where pm.org_id = m.org_id and pm.project_id = p_project and pm.member_id = m.id) as here
      from member m
     where m.org_id = app_org_id() and m.role in ('admin', 'subadmin', 'team_leader') and m.approval = 1 and m.deactivated_at is null)
  select case when exists (select from able where here) then array(select id from able where here order by id)
    else array(select a.id from able a join member m on m.id = a.id where m.role <> 'team_leader' order by a.id) end
   where p_project = any (app_project_ids()) or app_sees_every_project()
$$;
revoke all on function triagers_of(uuid) from public;
grant execute on function triagers_of(uuid) to tenant;

-- Files that hang on a request: seen by whoever sees it. They come as drafts of its author, who takes them off again until
-- it is decided; accepted, they go on to the task.
alter table file add column request_id uuid;
alter table file
  drop constraint file_one_place,
  add constraint file_one_place check (num_nonnulls(folder_id, task_id, message_id, request_id, draft_at) <= 1),
  add constraint file_org_id_request_id_fkey foreign key (org_id, request_id) references client_request (org_id, id) on delete cascade on update cascade;
create index file_request_idx on file (org_id, request_id, created_at, id) where request_id is not null;
drop index file_one_name;
create unique index file_one_name on file (org_id, space_id, folder_id, task_id, name_key) nulls not distinct
  where deleted_at is null and draft_at is null and message_id is null and request_id is null;
grant update (request_id) on file to tenant;

create function app_sees_request(p_request uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from client_request r where r.org_id = app_org_id() and r.id = p_request);
end $$;
create function app_fills_request(p_request uuid, p_project uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from client_request r where r.org_id = app_org_id() and r.id = p_request and r.project_id = p_project
    and r.author_id = app_member_id() and r.state = 'received');
end $$;
alter policy tenant_select on file using (org_id = (select app_org_id())
  and (deleted_at is null or not (select app_is_client()) or uploaded_by_id = (select app_member_id()))
  and case when draft_at is not null then uploaded_by_id = (select app_member_id())
    when message_id is not null then app_sees_message(message_id)
    when request_id is not null then app_sees_request(request_id)
    when task_id is not null then exists (select from task t where t.org_id = file.org_id and t.id = file.task_id)
      and (comment_id is null or app_sees_comment(comment_id))
    when project_id is null then not (select app_is_client())
    else ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
      and (not (select app_is_client()) or audience = 'client') end);
alter policy tenant_insert on file with check (org_id = (select app_org_id())
  and uploaded_by_id = (select app_member_id()) and message_id is null and request_id is null
  and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
  and app_adds_files(project_id, draft_at is not null) and app_sees_folder(folder_id)
  and (task_id is not null or app_shares_files(project_id, folder_id, audience)));
-- From a request a file goes on to a task with whoever decides, and back to being a draft with who wrote it.
alter policy tenant_update on file
  using (org_id = (select app_org_id()) and message_id is null
    and (request_id is null or (select app_role()) in ('admin', 'subadmin', 'team_leader') or app_fills_request(request_id, project_id))
    and (draft_at is null or uploaded_by_id = (select app_member_id()))
    and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
    and app_changes_files(project_id, draft_at is not null, uploaded_by_id))
  with check (org_id = (select app_org_id())
    and case when message_id is not null then uploaded_by_id = (select app_member_id()) and (select app_role()) <> 'observer'
        and exists (select from message m join room r on r.org_id = m.org_id and r.id = m.room_id
          where m.org_id = file.org_id and m.id = file.message_id and m.deleted_at is null and m.author_id = (select app_member_id())
            and r.project_id is not distinct from file.project_id
            and file.audience = case r.kind when 'project_clients' then 'client' else 'internal' end)
      when request_id is not null then uploaded_by_id = (select app_member_id()) and audience = 'client' and app_fills_request(request_id, project_id)
      else ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
        and app_changes_files(project_id, draft_at is not null, uploaded_by_id) and app_sees_folder(folder_id) end);
alter policy tenant_delete on file using (org_id = (select app_org_id()) and message_id is null and request_id is null
  and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
  and ((draft_at is not null and uploaded_by_id = (select app_member_id()))
    or (deleted_at is not null and ((select app_role()) in ('admin', 'subadmin') or app_leads(project_id)))));

-- Names in a space are those of its own files. What can be found: requests, for the team and, through the door, their authors.
do $$
declare one record; before text; after text;
begin
  for one in select * from (values
    ('names_taken', $f$and f.message_id is null$f$, $f$and f.message_id is null and f.request_id is null$f$),
    ('search_source', $f$  elsif p_kind = 'folder' then$f$, $f$  elsif p_kind = 'request' then
    return query select r.org_id, r.id, r.project_id, 'client', r.title, r.body, r.updated_at::timestamptz
      from client_request r where r.id = any (p_ids) and r.state <> 'withdrawn';
  elsif p_kind = 'folder' then$f$),
    ('search_source', $f$where f.id = any (p_ids) and f.deleted_at is null and f.draft_at is null$f$,
      $f$where f.id = any (p_ids) and f.deleted_at is null and f.draft_at is null and f.request_id is null$f$)) as given(name, old, new)
  loop
    before := pg_get_functiondef((select p.oid from pg_proc p where p.proname = one.name and p.pronamespace = 'public'::regnamespace));
    after := replace(before, one.old, one.new);
    if after = before then raise exception '% has changed', one.name; end if;
    execute after;
  end loop;
end $$;

create trigger search_1_inserted after insert on client_request referencing new table as fresh for each statement execute function search_take_inserted('request');
create trigger search_2_deleted after delete on client_request referencing old table as gone for each statement execute function search_take_deleted('request');
create trigger search_3_changed after update on client_request for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body or (old.state = 'withdrawn') <> (new.state = 'withdrawn'))
  execute function search_take_changed('request');

-- What a client does with a request is a line for the team, which its author writes without reading it: other clients do not.
alter policy tenant_insert on activity with check (org_id = (select app_org_id())
  and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
  and (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user', 'client')
  and (not (select app_is_client()) or (audience = 'client' and (task_id is null or task_audience = 'client'))
    or (audience = 'internal' and task_id is null and kind like 'request.%')));
