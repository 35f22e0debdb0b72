-- Every version counts its size, whether or not its bytes are shared with another one: else the total tells whoever uploads that
-- the organisation has just this content already, in a file that they do not see.
create function count_versions() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_use (org_id, used_bytes) select org_id, sum(size) from changed group by org_id order by org_id
    on conflict (org_id) do update set used_bytes = storage_use.used_bytes + excluded.used_bytes;
  else
    update storage_use u set used_bytes = greatest(0, u.used_bytes - gone.bytes)
      from (select org_id, sum(size) as bytes from changed group by org_id) gone where u.org_id = gone.org_id;
  end if;
  return null;
end $$;
create trigger count_added_versions after insert on file_version referencing new table as changed
  for each statement execute function count_versions();
create trigger count_removed_versions after delete on file_version referencing old table as changed
  for each statement execute function count_versions();
update storage_use u set used_bytes = coalesce((select sum(v.size) from file_version v where v.org_id = u.org_id), 0);

-- As before, but the version that names the content counts, and one that is there needs room as any other.
create or replace function store_content(p_id uuid, p_sha256 text, p_size bigint, p_type text, p_key text, p_quota bigint)
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
  select c.id, c.storage_key into present from file_content c
   where c.org_id = app_org_id() and c.sha256 = p_sha256 and c.size = p_size for key share;
  if found then return query select present.id, present.storage_key = p_key; return; end if;
  insert into file_content (id, org_id, sha256, size, type, storage_key) values (p_id, app_org_id(), p_sha256, p_size, p_type, p_key);
  return query select p_id, true;
end $$;

-- Whether versions that this transaction made are too many: they hold the counter, so nobody else adds meanwhile.
create function storage_exceeded(p_quota bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from storage_use u where u.org_id = app_org_id() and u.used_bytes > coalesce(u.quota_bytes, p_quota)) $$;
revoke all on function storage_exceeded(bigint) from public;
grant execute on function storage_exceeded(bigint) to tenant;

-- As before; what its versions counted they gave back themselves.
create or replace function forget_contents(p_rows int) returns table (storage_key text)
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
    delete from file_content c where c.id = any (candidates)
       and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id)
    returning c.storage_key;
end $$;
