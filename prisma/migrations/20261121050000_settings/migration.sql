-- The organisation's settings: logo, former keys, verified domains; deletion with a grace period, and the purge after it.

-- AlterTable
ALTER TABLE "former_key" DROP CONSTRAINT "former_key_organisation_id_fkey";
ALTER TABLE "former_key" ALTER COLUMN "organisation_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "organisation_logo" (
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "version" TEXT NOT NULL,
    "webp" BYTEA NOT NULL,
    "png" BYTEA NOT NULL,

    CONSTRAINT "organisation_logo_pkey" PRIMARY KEY ("org_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organisation_logo_version_key" ON "organisation_logo"("version");

-- CreateIndex
CREATE INDEX "former_key_organisation_id_idx" ON "former_key"("organisation_id");

-- AddForeignKey
ALTER TABLE "organisation_logo" ADD CONSTRAINT "organisation_logo_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_key" ADD CONSTRAINT "former_key_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Everything below by hand.
alter table "organisation_logo"
  add check (version ~ '^[0-9a-f]{32}$'),
  add check (octet_length(webp) between 1 and 500000),
  add check (octet_length(png) between 1 and 500000);

-- A code may also prove that a domain is the organisation's.
alter table "one_time_code" drop constraint "one_time_code_purpose_check";
alter table "one_time_code" add constraint "one_time_code_purpose_check" check (purpose ~ '^[a-z_]{2,20}$');

alter table "organisation_logo" enable row level security;
alter table "organisation_logo" force row level security;
do $$ begin
  execute format('create policy owner_all on organisation_logo to %I using (true) with check (true)', current_user);
end $$;
-- The login page shows it to anybody; only administrators change it.
grant select on organisation_logo to auth;
create policy auth_read on organisation_logo for select to auth using (true);
grant select, insert, update, delete on organisation_logo to tenant;
create policy tenant_select on organisation_logo for select to tenant using (org_id = (select app_org_id()));
create policy tenant_insert on organisation_logo for insert to tenant
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));
create policy tenant_update on organisation_logo for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));
create policy tenant_delete on organisation_logo for delete to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));

-- The door has to see that an organisation is deleted, and an admin may take that back: what must not show it asks by itself.
drop policy auth_read on organisation;
create policy auth_read on organisation for select to auth using (true);

-- Deliveries stop with the organisation, and mails carry its logo.
grant select (id, name, logo, deleted_at) on organisation to worker;
create policy worker_read on organisation for select to worker using (true);

-- Append-only for as long as the organisation is there: what is purged goes with its log.
create or replace function refuse_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' and exists (select from organisation o where o.id = old.org_id
       and (o.deleted_at < now() - interval '30 days' or o.verified_at is null)) then
    return old;
  end if;
  raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
end $$;

-- One step of removing what is over: organisations deleted 30 days ago, and those that nobody confirmed within a day. At
-- most `p_rows` rows of one table, so that no step is long; how many went, 0 when nothing is left. Which tables there are
-- and in which order says the catalogue: children before parents, so that a new table cannot be forgotten. A person whose
-- last seat this was goes too. The key stays reserved for a year.
create function purge_organisations(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare gone record; present record; link record; people uuid[]; n int;
begin
  delete from former_key where organisation_id is null and created_at < now() - interval '1 year';
  select id, key, verified_at into gone from organisation
   where deleted_at < now() - interval '30 days' or (verified_at is null and created_at < now() - interval '1 day')
   order by id limit 1 for update skip locked;
  if not found then return 0; end if;

  for present in
    with recursive part as (
      select c.oid, c.relname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'),
    level (oid, depth) as (
      select oid, 0 from part
      union
      select k.confrelid, level.depth + 1 from level
        join pg_constraint k on k.contype = 'f' and k.conrelid = level.oid and k.confrelid <> k.conrelid
        join part on part.oid = k.confrelid
       where level.depth < 30)
    select part.oid, part.relname from part join level using (oid) group by 1, 2 order by max(depth), 2
  loop
    -- Rows of one table that point at each other let go first.
    for link in
      select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where k.contype = 'f' and k.conrelid = present.oid and k.confrelid = present.oid and a.attname <> 'org_id'
    loop
      execute format('update %I set %I = null where ctid = any (array(select ctid from %I where org_id = $1 and %I is not null limit $2))',
                     present.relname, link.attname, present.relname, link.attname) using gone.id, p_rows;
      get diagnostics n = row_count;
      if n > 0 then return n; end if;
    end loop;
    if present.relname = 'member' then
      people := array(select person_id from member where org_id = gone.id order by person_id limit p_rows);
      delete from member where org_id = gone.id and person_id = any (people);
      get diagnostics n = row_count;
      delete from person p where p.id = any (people) and not exists (select from member m where m.person_id = p.id);
    else
      execute format('delete from %I where ctid = any (array(select ctid from %I where org_id = $1 limit $2))',
                     present.relname, present.relname) using gone.id, p_rows;
      get diagnostics n = row_count;
    end if;
    if n > 0 then return n; end if;
  end loop;

  delete from one_time_code where org_key = gone.id::text or org_key = gone.key;
  if gone.verified_at is not null then
    update former_key set created_at = now() where organisation_id = gone.id;
    insert into former_key (key) values (gone.key) on conflict do nothing;
  else
    delete from former_key where organisation_id = gone.id;
  end if;
  delete from organisation where id = gone.id;
  return 1;
end $$;
revoke all on function purge_organisations(int) from public;
grant execute on function purge_organisations(int) to worker;

-- Its organisations go with the purge; here only people who never proved their address remain to be swept.
create or replace function sweep_unconfirmed() returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  delete from person p where p.email_verified_at is null and p.created_at < now() - interval '1 day'
    and not exists (select from member m where m.person_id = p.id);
end $$;
