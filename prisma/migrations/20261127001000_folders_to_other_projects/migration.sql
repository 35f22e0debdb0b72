-- A folder with all in it to a place of another project, or of the organisation's own space (`p_project` null). One statement
-- for folders and files: the keys tie them to folders of their own space. What is in the bin stays behind, at the root: whoever
-- could restore it there can still do so, and nobody else. Runs as the owner, since the caller need not see what is in the bin;
-- the caller has asked everything else.
create function move_folder_to_space(p_folder uuid, p_project uuid, p_parent uuid, p_depth int, p_name text, p_key text, p_order text)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  org uuid := app_org_id();
  top record;
  ids uuid[];
begin
  select * into top from folder f where f.org_id = org and f.id = p_folder and f.deleted_at is null for update;
  if not found or not app_sees_place(top.project_id, null, null, top.audience)
     or not app_changes_files(top.project_id, false, top.created_by_id)
     or (app_role() in ('user', 'client') and folder_holds_others(p_folder))
     or not app_sees_place(p_project, null, null, top.audience) or not app_adds_files(p_project, false) then
    raise exception 'this folder is not the caller''s to move there' using errcode = 'insufficient_privilege';
  end if;
  ids := array(
    with recursive tree as (
      select p_folder as id
      union all
      select c.id from folder c join tree on c.parent_id = tree.id where c.org_id = org and c.deleted_at is null)
    select id from tree);
  update folder f set parent_id = null where f.org_id = org and f.parent_id = any (ids) and f.deleted_at is not null;
  update file f set folder_id = null where f.org_id = org and f.folder_id = any (ids) and f.deleted_at is not null;
  with files as (
    update file f set space_id = coalesce(p_project, org), project_id = p_project, version = version + 1, updated_at = now()
     where f.org_id = org and f.folder_id = any (ids))
  update folder f set space_id = coalesce(p_project, org), project_id = p_project, depth = f.depth + p_depth + 1 - top.depth,
         parent_id = case when f.id = p_folder then p_parent else f.parent_id end,
         name = case when f.id = p_folder then p_name else f.name end,
         name_key = case when f.id = p_folder then p_key else f.name_key end,
         name_order = case when f.id = p_folder then p_order else f.name_order end,
         version = version + 1, updated_at = now()
   where f.org_id = org and f.id = any (ids);
end $$;
revoke all on function move_folder_to_space(uuid, uuid, uuid, int, text, text, text) from public;
grant execute on function move_folder_to_space(uuid, uuid, uuid, int, text, text, text) to tenant;
