-- Each content knows in which storage its bytes lie, whatever the installation writes to now. Keys of the two never look alike.
alter table file_content add column stored_in text;
update file_content set stored_in = case when storage_key ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$' then 'local' else 'uploadthing' end;
alter table file_content alter column stored_in set not null,
  add constraint file_content_stored_in check (stored_in in ('local', 'uploadthing'));
grant select (stored_in) on file_content to worker;

-- The same bytes in another storage are no second copy of these: the content is where they were brought last.
drop function store_content(uuid, text, bigint, text, text, bigint);
create function store_content(p_id uuid, p_sha256 text, p_size bigint, p_type text, p_key text, p_stored_in text, p_quota bigint)
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
    update file_content c set storage_key = p_key, stored_in = p_stored_in where c.id = present.id;
    return query select present.id, true; return;
  end if;
  insert into file_content (id, org_id, sha256, size, type, storage_key, stored_in)
  values (p_id, app_org_id(), p_sha256, p_size, p_type, p_key, p_stored_in);
  return query select p_id, true;
end $$;
revoke all on function store_content(uuid, text, bigint, text, text, text, bigint) from public;
grant execute on function store_content(uuid, text, bigint, text, text, text, bigint) to tenant;

-- Only those whose bytes the caller can delete; of the others the record stays until somebody can.
drop function forget_contents(int);
create function forget_contents(p_rows int, p_stored_in text[]) returns table (storage_key text, stored_in text)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare org uuid; candidates uuid[];
begin
  select c.org_id into org from file_content c
   where c.stored_in = any (p_stored_in)
     and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id) limit 1;
  if not found then return; end if;
  perform from storage_use u where u.org_id = org for update;
  candidates := array(
    select c.id from file_content c
     where c.org_id = org and c.stored_in = any (p_stored_in)
       and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id)
     limit p_rows for update skip locked);
  -- Asked again behind the locks: a version may have come meanwhile.
  return query
    delete from file_content c where c.id = any (candidates)
       and not exists (select from file_version v where v.org_id = c.org_id and v.content_id = c.id)
    returning c.storage_key, c.stored_in;
end $$;
revoke all on function forget_contents(int, text[]) from public;
grant execute on function forget_contents(int, text[]) to worker;
