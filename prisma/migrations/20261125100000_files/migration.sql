-- Folders and files: in a space (a project's or the organisation's), on a task or one of its comments, or as drafts.
create table file_content (
  id uuid not null primary key,
  org_id uuid not null default app_org_id(),
  sha256 text not null,
  size bigint not null,
  type text not null,
  storage_key text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint file_content_size check (size >= 0),
  constraint file_content_sha256 check (sha256 ~ '^[0-9a-f]{64}$')
);
create unique index file_content_org_id_id_key on file_content (org_id, id);
create unique index file_content_org_id_sha256_size_key on file_content (org_id, sha256, size);
create unique index file_content_storage_key_key on file_content (storage_key);

-- Only `store_content` and `forget_contents` write it, with the contents it counts.
create table storage_use (
  org_id uuid not null default app_org_id() primary key,
  used_bytes bigint not null default 0,
  quota_bytes bigint,
  constraint storage_use_used check (used_bytes >= 0)
);

-- `space_id`: the project, or the organisation itself; with it a key can say "of the same space" without a null.
create table folder (
  id uuid not null primary key,
  org_id uuid not null default app_org_id(),
  space_id uuid not null,
  project_id uuid,
  parent_id uuid,
  name text not null,
  name_key text collate "C" not null,
  name_order text collate "C" not null,
  audience text not null default 'internal',
  depth smallint not null default 1,
  created_by_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  version integer not null default 1,
  deleted_at timestamptz(3),
  deleted_by_id uuid,
  deleted_with uuid,
  constraint folder_name check (octet_length(name) between 1 and 255 and name !~ '[/\\]'),
  constraint folder_audience check (audience in ('internal', 'client')),
  constraint folder_space check (space_id = coalesce(project_id, org_id)),
  constraint folder_for_team check (project_id is not null or audience = 'internal'),
  constraint folder_depth check (depth between 1 and 10),
  constraint folder_parent check (parent_id <> id)
);
create unique index folder_org_id_id_key on folder (org_id, id);
create unique index folder_org_id_id_space_id_key on folder (org_id, id, space_id);
create unique index folder_one_name on folder (org_id, space_id, parent_id, name_key) nulls not distinct where deleted_at is null;
create index folder_org_id_space_id_parent_id_name_order_id_idx on folder (org_id, space_id, parent_id, name_order, id);
create index folder_bin_idx on folder (org_id, deleted_at) where deleted_at is not null;
alter table folder
  add constraint folder_org_id_project_id_fkey foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade,
  add constraint folder_org_id_parent_id_space_id_fkey foreign key (org_id, parent_id, space_id) references folder (org_id, id, space_id) on delete cascade on update cascade,
  add constraint folder_org_id_created_by_id_fkey foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action,
  add constraint folder_org_id_deleted_by_id_fkey foreign key (org_id, deleted_by_id) references member (org_id, id) on delete no action on update no action;

create unique index comment_org_id_id_task_id_key on comment (org_id, id, task_id);

-- On a task `project_id` and `audience` are copies of the task's, kept true by the key's ON UPDATE CASCADE.
create table file (
  id uuid not null primary key,
  org_id uuid not null default app_org_id(),
  space_id uuid not null,
  project_id uuid,
  folder_id uuid,
  task_id uuid,
  comment_id uuid,
  name text not null,
  name_key text collate "C" not null,
  name_order text collate "C" not null,
  audience text not null default 'internal',
  draft_at timestamptz(3),
  version_number integer not null default 1,
  content_id uuid not null,
  size bigint not null,
  type text not null,
  sha256 text not null,
  uploaded_by_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  version integer not null default 1,
  deleted_at timestamptz(3),
  deleted_by_id uuid,
  deleted_with uuid,
  constraint file_name check (octet_length(name) between 1 and 255 and name !~ '[/\\]'),
  constraint file_audience check (audience in ('internal', 'client')),
  constraint file_space check (space_id = coalesce(project_id, org_id)),
  constraint file_for_team check (project_id is not null or audience = 'internal'),
  constraint file_one_place check (num_nonnulls(folder_id, task_id, draft_at) <= 1),
  constraint file_of_comment check (comment_id is null or task_id is not null),
  constraint file_of_task check (task_id is null or project_id is not null)
);
create unique index file_org_id_id_key on file (org_id, id);
create unique index file_one_name on file (org_id, space_id, folder_id, task_id, name_key) nulls not distinct
  where deleted_at is null and draft_at is null;
create index file_org_id_space_id_folder_id_name_order_id_idx on file (org_id, space_id, folder_id, name_order, id);
create index file_org_id_task_id_created_at_idx on file (org_id, task_id, created_at);
create index file_org_id_content_id_idx on file (org_id, content_id);
create index file_org_id_folder_id_idx on file (org_id, folder_id);
create index file_bin_idx on file (org_id, deleted_at) where deleted_at is not null;
create index file_draft_idx on file (org_id, draft_at) where draft_at is not null;
create index file_comment_idx on file (org_id, comment_id) where comment_id is not null;
alter table file
  add constraint file_org_id_project_id_fkey foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade,
  add constraint file_org_id_folder_id_space_id_fkey foreign key (org_id, folder_id, space_id) references folder (org_id, id, space_id) on delete cascade on update cascade,
  add constraint file_org_id_task_id_project_id_audience_fkey foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience) on delete cascade on update cascade,
  add constraint file_org_id_comment_id_task_id_fkey foreign key (org_id, comment_id, task_id) references comment (org_id, id, task_id) on delete cascade on update cascade,
  add constraint file_org_id_content_id_fkey foreign key (org_id, content_id) references file_content (org_id, id) on delete no action on update no action,
  add constraint file_org_id_uploaded_by_id_fkey foreign key (org_id, uploaded_by_id) references member (org_id, id) on delete no action on update no action,
  add constraint file_org_id_deleted_by_id_fkey foreign key (org_id, deleted_by_id) references member (org_id, id) on delete no action on update no action;

create table file_version (
  org_id uuid not null default app_org_id(),
  file_id uuid not null,
  version_number integer not null,
  content_id uuid not null,
  size bigint not null,
  type text not null,
  sha256 text not null,
  uploaded_by_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint file_version_pkey primary key (org_id, file_id, version_number),
  constraint file_version_number check (version_number >= 1)
);
create index file_version_org_id_content_id_idx on file_version (org_id, content_id);
alter table file_version
  add constraint file_version_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete cascade on update cascade,
  add constraint file_version_org_id_content_id_fkey foreign key (org_id, content_id) references file_content (org_id, id) on delete no action on update no action,
  add constraint file_version_org_id_uploaded_by_id_fkey foreign key (org_id, uploaded_by_id) references member (org_id, id) on delete no action on update no action;

do $$
declare t text;
begin
  foreach t in array array['file_content', 'storage_use', 'folder', 'file', 'file_version'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
  foreach t in array array['folder', 'file'] loop
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant
      using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
      with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))', t);
  end loop;
end $$;

-- Who sees a row: as lib/file/policy.ts says it. Settings are read once per statement: a folder may hold 10,000 files.
create policy tenant_select on folder for select to tenant using (org_id = (select app_org_id())
  and (deleted_at is null or not (select app_is_client()) or created_by_id = (select app_member_id()))
  and case when project_id is null then not (select app_is_client())
    else ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
      and (not (select app_is_client()) or audience = 'client') end);
create policy tenant_select on file for select to tenant using (org_id = (select app_org_id())
  and (deleted_at is null or not (select app_is_client()) or uploaded_by_id = (select app_member_id()))
  and case when draft_at is not null then uploaded_by_id = (select app_member_id())
    when task_id is not null then exists (select from task t where t.org_id = file.org_id and t.id = file.task_id)
      and (comment_id is null or exists (select from comment c
        where c.org_id = file.org_id and c.id = file.comment_id and c.deleted_at is null))
    when project_id is null then not (select app_is_client())
    else ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
      and (not (select app_is_client()) or audience = 'client') end);
create policy tenant_select on file_version for select to tenant using (org_id = (select app_org_id())
  and exists (select from file f where f.org_id = file_version.org_id and f.id = file_version.file_id));
create policy tenant_select on file_content for select to tenant using (org_id = (select app_org_id())
  and exists (select from file_version v where v.org_id = file_content.org_id and v.content_id = file_content.id));
create policy tenant_select on storage_use for select to tenant using (org_id = (select app_org_id()) and not (select app_is_client()));

-- Who writes a row.
create function app_leads(p_project uuid) returns boolean language sql stable as $$
  select exists (select from project p where p.org_id = app_org_id() and p.id = p_project and p.leader_id = app_member_id()) $$;
create function app_sees_folder(p_folder uuid) returns boolean language sql stable as $$
  select p_folder is null or exists (select from folder f where f.org_id = app_org_id() and f.id = p_folder) $$;
create function app_sees_place(p_project uuid, p_task uuid, p_comment uuid, p_audience text) returns boolean language sql stable as $$
  select case
    when p_task is not null then exists (select from task t where t.org_id = app_org_id() and t.id = p_task)
      and (p_comment is null or exists (select from comment c where c.org_id = app_org_id() and c.id = p_comment))
    when p_project is null then not app_is_client()
    else (app_sees_every_project() or p_project = any (app_project_ids())) and (not app_is_client() or p_audience = 'client') end $$;
-- The organisation's own space is written by admins and sub-admins.
create function app_adds_files(p_project uuid, p_draft boolean) returns boolean language sql stable as $$
  select case when app_role() in ('admin', 'subadmin') then true
    when app_role() in ('team_leader', 'user', 'client') then p_project is not null or p_draft else false end $$;
create function app_changes_files(p_project uuid, p_draft boolean, p_owner uuid) returns boolean language sql stable as $$
  select app_adds_files(p_project, p_draft)
    and (app_role() in ('admin', 'subadmin', 'team_leader') or coalesce(p_owner = app_member_id(), false)) $$;
-- Others than admins and who leads the project put things only into what is shared already.
create function app_shares_files(p_project uuid, p_folder uuid, p_audience text) returns boolean language sql stable as $$
  select p_audience = 'internal' or app_role() in ('admin', 'subadmin', 'client') or app_leads(p_project)
    or exists (select from folder f where f.org_id = app_org_id() and f.id = p_folder and f.audience = 'client') $$;

create policy tenant_insert on folder for insert to tenant with check (org_id = (select app_org_id())
  and created_by_id = (select app_member_id()) and app_sees_place(project_id, null, null, audience)
  and app_adds_files(project_id, false) and app_sees_folder(parent_id) and app_shares_files(project_id, parent_id, audience));
create policy tenant_update on folder for update to tenant
  using (org_id = (select app_org_id()) and app_sees_place(project_id, null, null, audience)
    and app_changes_files(project_id, false, created_by_id))
  with check (org_id = (select app_org_id()) and app_sees_place(project_id, null, null, audience)
    and app_changes_files(project_id, false, created_by_id) and app_sees_folder(parent_id));
create policy tenant_delete on folder for delete to tenant using (org_id = (select app_org_id())
  and app_sees_place(project_id, null, null, audience) and deleted_at is not null
  and ((select app_role()) in ('admin', 'subadmin') or app_leads(project_id)));
create policy tenant_insert on file for insert to tenant with check (org_id = (select app_org_id())
  and uploaded_by_id = (select app_member_id()) and app_sees_place(project_id, task_id, comment_id, audience)
  and app_adds_files(project_id, draft_at is not null) and app_sees_folder(folder_id)
  and (task_id is not null or app_shares_files(project_id, folder_id, audience)));
create policy tenant_update on file for update to tenant
  using (org_id = (select app_org_id()) and app_sees_place(project_id, task_id, comment_id, audience)
    and (draft_at is null or uploaded_by_id = (select app_member_id()))
    and app_changes_files(project_id, draft_at is not null, uploaded_by_id))
  with check (org_id = (select app_org_id()) and app_sees_place(project_id, task_id, comment_id, audience)
    and app_changes_files(project_id, draft_at is not null, uploaded_by_id) and app_sees_folder(folder_id));
create policy tenant_delete on file for delete to tenant using (org_id = (select app_org_id())
  and app_sees_place(project_id, task_id, comment_id, audience)
  and ((draft_at is not null and uploaded_by_id = (select app_member_id()))
    or (deleted_at is not null and ((select app_role()) in ('admin', 'subadmin') or app_leads(project_id)))));
create policy tenant_insert on file_version for insert to tenant with check (org_id = (select app_org_id())
  and uploaded_by_id = (select app_member_id())
  and exists (select from file f where f.org_id = file_version.org_id and f.id = file_version.file_id
    and app_changes_files(f.project_id, f.draft_at is not null, f.uploaded_by_id)));

-- A policy cannot compare with the row before: what becomes visible to clients is shared by who may share.
create function refuse_sharing() returns trigger language plpgsql as $$
begin
  if new.task_id is null and app_role() in ('team_leader', 'user') and not app_leads(new.project_id) then
    raise exception 'only who leads the project shares with clients' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_sharing before update on file for each row
  when (old.audience = 'internal' and new.audience = 'client') execute function refuse_sharing();
create function refuse_sharing_folder() returns trigger language plpgsql as $$
begin
  if app_role() in ('team_leader', 'user') and not app_leads(new.project_id) then
    raise exception 'only who leads the project shares with clients' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_sharing before update on folder for each row
  when (old.audience = 'internal' and new.audience = 'client') execute function refuse_sharing_folder();

grant select, delete, insert, update (name, name_key, name_order, parent_id, audience, depth, updated_at, version, deleted_at,
  deleted_by_id, deleted_with) on folder to tenant;
grant select, delete, insert, update (name, name_key, name_order, space_id, project_id, folder_id, task_id, comment_id, audience,
  draft_at, version_number, content_id, size, type, sha256, updated_at, version, deleted_at, deleted_by_id, deleted_with) on file to tenant;
grant select, insert on file_version to tenant;
grant select on file_content, storage_use to tenant;
grant select (id, org_id, storage_key) on file_content to worker;
create policy worker_read on file_content for select to worker using (true);

-- The content of these bytes in the caller's organisation: the one that is there (`stored` false), or a new one within the
-- quota (`p_quota` where the organisation has none of its own). No row: it would not fit. Runs as the owner: the content may
-- be one that the caller does not see, and nobody else counts.
create function store_content(p_id uuid, p_sha256 text, p_size bigint, p_type text, p_key text, p_quota bigint)
returns table (content_id uuid, stored boolean) language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present uuid;
begin
  if app_org_id() is null or coalesce(app_role(), 'observer') = 'observer' then
    raise exception 'nobody stores files here' using errcode = 'insufficient_privilege';
  end if;
  insert into storage_use (org_id) values (app_org_id()) on conflict do nothing;
  perform from storage_use u where u.org_id = app_org_id() for update;
  -- Held, so that it is not forgotten before a version names it.
  select c.id into present from file_content c
   where c.org_id = app_org_id() and c.sha256 = p_sha256 and c.size = p_size for key share;
  if found then return query select present, false; return; end if;
  update storage_use u set used_bytes = u.used_bytes + p_size
   where u.org_id = app_org_id() and u.used_bytes + p_size <= coalesce(u.quota_bytes, p_quota);
  if not found then return; end if;
  insert into file_content (id, org_id, sha256, size, type, storage_key) values (p_id, app_org_id(), p_sha256, p_size, p_type, p_key);
  return query select p_id, true;
end $$;
revoke all on function store_content(uuid, text, bigint, text, text, bigint) from public;
grant execute on function store_content(uuid, text, bigint, text, text, bigint) to tenant;

-- How many bytes still fit; clients are told too, since they upload.
create function storage_left(p_quota bigint) returns bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select greatest(0, coalesce((select coalesce(u.quota_bytes, p_quota) - u.used_bytes from storage_use u where u.org_id = app_org_id()),
    p_quota)) $$;
revoke all on function storage_left(bigint) from public;
grant execute on function storage_left(bigint) to tenant;

-- Whether a folder holds, at any depth, what somebody else put there, seen by the caller or not.
create function folder_holds_others(p_folder uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  with recursive tree as (
    select f.id, f.created_by_id from folder f where f.org_id = app_org_id() and f.id = p_folder
    union all
    select f.id, f.created_by_id from folder f join tree on f.parent_id = tree.id
     where f.org_id = app_org_id() and f.deleted_at is null)
  select exists (select from tree where created_by_id is distinct from app_member_id())
      or exists (select from file one where one.org_id = app_org_id() and one.folder_id in (select id from tree)
           and one.deleted_at is null and one.uploaded_by_id is distinct from app_member_id()) $$;
revoke all on function folder_holds_others(uuid) from public;
grant execute on function folder_holds_others(uuid) to tenant;

-- One step of removing what is over: files 30 days in the bin, drafts of yesterday, files of comments deleted 30 days ago,
-- then folders; how many went.
create function empty_file_bin(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n int;
begin
  delete from file where ctid = any (array(
    select ctid from file where deleted_at < now() - interval '30 days'
    union all
    select ctid from file where draft_at < now() - interval '24 hours'
    union all
    select f.ctid from file f join comment c on c.org_id = f.org_id and c.id = f.comment_id
     where c.deleted_at < now() - interval '30 days'
    limit p_rows));
  get diagnostics n = row_count;
  if n > 0 then return n; end if;
  delete from folder where ctid = any (array(select ctid from folder where deleted_at < now() - interval '30 days' limit p_rows));
  get diagnostics n = row_count;
  return n;
end $$;
revoke all on function empty_file_bin(int) from public;
grant execute on function empty_file_bin(int) to worker;

-- One step of forgetting contents that no version names any more, of one organisation: their keys, whose bytes the caller
-- then deletes. The counter is locked first, as in `store_content`.
create function forget_contents(p_rows int) returns table (storage_key text)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare org uuid; candidates uuid[];
begin
  select c.org_id into org from file_content c
   where not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id) limit 1;
  if not found then return; end if;
  perform from storage_use u where u.org_id = org for update;
  candidates := array(
    select c.id from file_content c
     where c.org_id = org and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id)
     limit p_rows for update skip locked);
  -- Asked again behind the locks: a version may have come meanwhile.
  return query
    with gone as (
      delete from file_content c where c.id = any (candidates)
         and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id)
      returning c.size, c.storage_key),
    counted as (
      update storage_use u set used_bytes = greatest(0, u.used_bytes - (select coalesce(sum(gone.size), 0) from gone))
       where u.org_id = org)
    select gone.storage_key from gone;
end $$;
revoke all on function forget_contents(int) from public;
grant execute on function forget_contents(int) to worker;

-- The files of a project in the bin go in steps too, before its tasks.
create or replace function empty_bin(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare gone record; ids uuid[]; n int;
begin
  ids := array(select id from task where deleted_at < now() - interval '30 days' limit p_rows);
  if cardinality(ids) = 0 then
    select id, org_id into gone from project where deleted_at < now() - interval '30 days' order by id limit 1;
    if not found then return 0; end if;
    delete from file where ctid = any (array(
      select ctid from file where org_id = gone.org_id and project_id = gone.id limit p_rows));
    get diagnostics n = row_count;
    if n > 0 then return n; end if;
    delete from folder where ctid = any (array(
      select ctid from folder where org_id = gone.org_id and project_id = gone.id limit p_rows));
    get diagnostics n = row_count;
    if n > 0 then return n; end if;
    ids := array(select id from task where org_id = gone.org_id and project_id = gone.id limit p_rows);
  end if;
  if cardinality(ids) > 0 then
    update task set parent_id = null where (org_id, parent_id) in (select t.org_id, t.id from task t where t.id = any (ids))
      and not id = any (ids);
    update task set parent_id = null where id = any (ids) and parent_id is not null;
    delete from task where id = any (ids);
    get diagnostics n = row_count;
    return n;
  end if;
  delete from activity where ctid = any (array(
    select ctid from activity where org_id = gone.org_id and project_id = gone.id limit p_rows));
  get diagnostics n = row_count;
  if n > 0 then return n; end if;
  delete from project where id = gone.id;
  return 1;
end $$;

-- Folders of a removed organisation go with their parents: without them two of one name would lie in one place.
do $$
declare before text := pg_get_functiondef('purge_organisations(int)'::regprocedure);
declare after text := replace(before, $f$and a.attname <> 'org_id'
    loop$f$, $f$and a.attname <> 'org_id' and k.confdeltype <> 'c'
    loop$f$);
begin
  if after = before then raise exception 'purge_organisations has changed'; end if;
  execute after;
end $$;
