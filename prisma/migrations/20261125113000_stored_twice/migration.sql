-- A service may tell of the same bytes twice: they are the stored ones, and not to be deleted as a second copy.
create or replace function store_content(p_id uuid, p_sha256 text, p_size bigint, p_type text, p_key text, p_quota bigint)
returns table (content_id uuid, stored boolean) language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present record;
begin
  if app_org_id() is null or coalesce(app_role(), 'observer') = 'observer' then
    raise exception 'nobody stores files here' using errcode = 'insufficient_privilege';
  end if;
  insert into storage_use (org_id) values (app_org_id()) on conflict do nothing;
  perform from storage_use u where u.org_id = app_org_id() for update;
  -- Held, so that it is not forgotten before a version names it.
  select c.id, c.storage_key into present from file_content c
   where c.org_id = app_org_id() and c.sha256 = p_sha256 and c.size = p_size for key share;
  if found then return query select present.id, present.storage_key = p_key; return; end if;
  update storage_use u set used_bytes = u.used_bytes + p_size
   where u.org_id = app_org_id() and u.used_bytes + p_size <= coalesce(u.quota_bytes, p_quota);
  if not found then return; end if;
  insert into file_content (id, org_id, sha256, size, type, storage_key) values (p_id, app_org_id(), p_sha256, p_size, p_type, p_key);
  return query select p_id, true;
end $$;
