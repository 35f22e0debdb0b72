-- Files that hang on a message of the chat: seen by whoever sees the message, as long as it is not deleted. Nobody changes them:
-- they come as drafts, are attached by who writes the message, and go with it.
alter table file add column message_id uuid;
alter table file
  drop constraint file_one_place,
  add constraint file_one_place check (num_nonnulls(folder_id, task_id, message_id, draft_at) <= 1),
  add constraint file_org_id_message_id_fkey foreign key (org_id, message_id) references message (org_id, id) on delete cascade on update cascade;
create index file_message_idx on file (org_id, message_id, created_at, id) where message_id is not null;
create index message_deleted_idx on message (deleted_at) where deleted_at is not null;
-- Names in a space are those of its own files.
drop index file_one_name;
create unique index file_one_name on file (org_id, space_id, folder_id, task_id, name_key) nulls not distinct
  where deleted_at is null and draft_at is null and message_id is null;
create or replace function names_taken(p_space uuid, p_folder uuid, p_task uuid, p_keys text[], p_except uuid) returns table (key text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select f.name_key from file f
   where f.org_id = app_org_id() and f.space_id = p_space and f.name_key = any (p_keys) and f.deleted_at is null and f.draft_at is null
     and f.message_id is null
     and f.folder_id is not distinct from p_folder and f.task_id is not distinct from p_task and f.id is distinct from p_except
  union all
  select o.name_key from folder o
   where o.org_id = app_org_id() and o.space_id = p_space and o.name_key = any (p_keys) and o.deleted_at is null
     and o.parent_id is not distinct from p_folder and p_task is null and o.id is distinct from p_except $$;

drop policy tenant_select on file;
create policy tenant_select on file for select to tenant using (org_id = (select app_org_id())
  and (deleted_at is null or not (select app_is_client()) or uploaded_by_id = (select app_member_id()))
  and case when draft_at is not null then uploaded_by_id = (select app_member_id())
    when message_id is not null then exists (select from message m
      where m.org_id = file.org_id and m.id = file.message_id and m.deleted_at is null)
    when task_id is not null then exists (select from task t where t.org_id = file.org_id and t.id = file.task_id)
      and (comment_id is null or exists (select from comment c
        where c.org_id = file.org_id and c.id = file.comment_id and c.deleted_at is null))
    when project_id is null then not (select app_is_client())
    else ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
      and (not (select app_is_client()) or audience = 'client') end);

-- A draft for a direct room or a group lies in the organisation's own space, also a client's, until it is attached.
drop policy tenant_insert on file;
create policy tenant_insert on file for insert to tenant with check (org_id = (select app_org_id())
  and uploaded_by_id = (select app_member_id()) and message_id is null
  and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
  and app_adds_files(project_id, draft_at is not null) and app_sees_folder(folder_id)
  and (task_id is not null or app_shares_files(project_id, folder_id, audience)));
drop policy tenant_update on file;
create policy tenant_update on file for update to tenant
  using (org_id = (select app_org_id()) and message_id is null
    and (draft_at is null or uploaded_by_id = (select app_member_id()))
    and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
    and app_changes_files(project_id, draft_at is not null, uploaded_by_id))
  with check (org_id = (select app_org_id())
    and case when message_id is not null then uploaded_by_id = (select app_member_id()) and (select app_role()) <> 'observer'
        and exists (select from message m join room r on r.org_id = m.org_id and r.id = m.room_id
          where m.org_id = file.org_id and m.id = file.message_id and m.deleted_at is null and m.author_id = (select app_member_id())
            and r.project_id is not distinct from file.project_id
            and file.audience = case r.kind when 'project_clients' then 'client' else 'internal' end)
      else ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
        and app_changes_files(project_id, draft_at is not null, uploaded_by_id) and app_sees_folder(folder_id) end);
drop policy tenant_delete on file;
create policy tenant_delete on file for delete to tenant using (org_id = (select app_org_id()) and message_id is null
  and ((draft_at is not null and project_id is null) or app_sees_place(project_id, task_id, comment_id, audience))
  and ((draft_at is not null and uploaded_by_id = (select app_member_id()))
    or (deleted_at is not null and ((select app_role()) in ('admin', 'subadmin') or app_leads(project_id)))));
drop policy tenant_insert on file_version;
create policy tenant_insert on file_version for insert to tenant with check (org_id = (select app_org_id())
  and uploaded_by_id = (select app_member_id())
  and exists (select from file f where f.org_id = file_version.org_id and f.id = file_version.file_id and f.message_id is null
    and app_changes_files(f.project_id, f.draft_at is not null, f.uploaded_by_id)));
grant update (message_id) on file to tenant;

-- Whoever writes in a room with clients shows them what is attached to the message.
create or replace function refuse_sharing() returns trigger language plpgsql as $$
begin
  if new.task_id is null and new.message_id is null and app_role() in ('team_leader', 'user') and not app_leads(new.project_id) then
    raise exception 'only who leads the project shares with clients' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Files of a message that was deleted go when those of a comment do.
do $$
declare before text := pg_get_functiondef('empty_file_bin(int)'::regprocedure);
declare after text := replace(before, $f$     where c.deleted_at < now() - interval '30 days'
    limit$f$, $f$     where c.deleted_at < now() - interval '30 days'
    union all
    select f.ctid from message m join file f on f.org_id = m.org_id and f.message_id = m.id
     where m.deleted_at < now() - interval '30 days'
    limit$f$);
begin
  if after = before then raise exception 'empty_file_bin has changed'; end if;
  execute after;
end $$;

-- They are found with their message, not as files.
do $$
declare before text := pg_get_functiondef('search_source(text, uuid[])'::regprocedure);
declare after text := replace(before, 'f.deleted_at is null and f.draft_at is null and t.deleted_at',
  'f.deleted_at is null and f.draft_at is null and f.message_id is null and t.deleted_at');
begin
  if after = before then raise exception 'search_source has changed'; end if;
  execute after;
end $$;
