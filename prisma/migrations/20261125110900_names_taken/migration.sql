-- Which of these names something in a place has already, but for `p_except`. Runs as the owner: a client does not see what is
-- internal there, and its file could never get a name that is free.
create function names_taken(p_space uuid, p_folder uuid, p_task uuid, p_keys text[], p_except uuid) returns table (key text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select f.name_key from file f
   where f.org_id = app_org_id() and f.space_id = p_space and f.name_key = any (p_keys) and f.deleted_at is null and f.draft_at is null
     and f.folder_id is not distinct from p_folder and f.task_id is not distinct from p_task and f.id is distinct from p_except
  union all
  select o.name_key from folder o
   where o.org_id = app_org_id() and o.space_id = p_space and o.name_key = any (p_keys) and o.deleted_at is null
     and o.parent_id is not distinct from p_folder and p_task is null and o.id is distinct from p_except $$;
revoke all on function names_taken(uuid, uuid, uuid, text[], uuid) from public;
grant execute on function names_taken(uuid, uuid, uuid, text[], uuid) to tenant;
create index file_name_idx on file (org_id, space_id, name_key) where deleted_at is null and draft_at is null;
create index folder_name_idx on folder (org_id, space_id, name_key) where deleted_at is null;
