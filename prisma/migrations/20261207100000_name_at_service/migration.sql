-- The name under which a service hands out the bytes by itself; null where it knows none that people gave.
alter table file_content add column stored_as text;

-- As before, with that name.
drop function store_content(uuid, text, bigint, text, text, text, bigint);
create function store_content(p_id uuid, p_sha256 text, p_size bigint, p_type text, p_key text, p_stored_in text, p_stored_as text, p_quota bigint)
returns table (content_id uuid, stored boolean) language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present record;
begin
  if app_org_id() is null or coalesce(app_role(), 'observer') = 'observer' then
    raise exception 'nobody stores files here' using errcode = 'insufficient_privilege';
  end if;
  insert into storage_use (org_id) values (app_org_id()) on conflict do nothing;
  -- Held, so that of several at once each counts the others.
  perform from storage_use u where u.org_id = app_org_id() for update;
  perform from storage_use u where u.org_id = app_org_id() and u.used_bytes + p_size <= coalesce(u.quota_bytes, p_quota);
  if not found then return; end if;
  -- Held, so that it is not forgotten before a version names it.
  select c.id, c.storage_key, c.stored_in into present from file_content c
   where c.org_id = app_org_id() and c.sha256 = p_sha256 and c.size = p_size for key share;
  if found and present.stored_in = p_stored_in then
    return query select present.id, present.storage_key = p_key; return;
  elsif found then
    update file_content c set storage_key = p_key, stored_in = p_stored_in, stored_as = p_stored_as where c.id = present.id;
    return query select present.id, true; return;
  end if;
  insert into file_content (id, org_id, sha256, size, type, storage_key, stored_in, stored_as)
  values (p_id, app_org_id(), p_sha256, p_size, p_type, p_key, p_stored_in, p_stored_as);
  return query select p_id, true;
end $$;
revoke all on function store_content(uuid, text, bigint, text, text, text, text, bigint) from public;
grant execute on function store_content(uuid, text, bigint, text, text, text, text, bigint) to tenant;
