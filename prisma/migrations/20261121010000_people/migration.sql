-- AlterTable
ALTER TABLE "organisation" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "holidays" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "join_domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "join_rule" TEXT NOT NULL DEFAULT 'approval',
ADD COLUMN     "logo" TEXT,
ADD COLUMN     "requires_totp" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "working_days" INTEGER[] DEFAULT ARRAY[1, 2, 3, 4, 5]::INTEGER[];

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "locale" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "must_change_password" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "picture" TEXT,
ADD COLUMN     "single_keys" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "theme" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" TEXT,
ADD COLUMN     "working_days" INTEGER[] DEFAULT ARRAY[1, 2, 3, 4, 5]::INTEGER[];

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "decided_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "one_time_code" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "org_key" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "data" JSONB NOT NULL DEFAULT '{}',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_key" (
    "key" TEXT NOT NULL,
    "organisation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_key_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL,
    "project_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "batch_id" UUID,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation_batch" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "created_by_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "invited" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_request" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "member_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "granted" BOOLEAN,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "role_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "one_time_code_email_purpose_org_key_idx" ON "one_time_code"("email", "purpose", "org_key");

-- CreateIndex
CREATE INDEX "one_time_code_expires_at_idx" ON "one_time_code"("expires_at");

-- CreateIndex
CREATE INDEX "recovery_code_person_id_idx" ON "recovery_code"("person_id");

-- CreateIndex
CREATE INDEX "invitation_org_id_email_idx" ON "invitation"("org_id", "email");

-- CreateIndex
CREATE INDEX "invitation_org_id_batch_id_idx" ON "invitation"("org_id", "batch_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_org_id_id_key" ON "invitation"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_batch_org_id_created_at_idx" ON "invitation_batch"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "role_request_org_id_member_id_idx" ON "role_request"("org_id", "member_id");

-- CreateIndex
CREATE INDEX "role_request_org_id_granted_created_at_idx" ON "role_request"("org_id", "granted", "created_at");

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_key" ADD CONSTRAINT "former_key_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_org_id_invited_by_id_fkey" FOREIGN KEY ("org_id", "invited_by_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_request" ADD CONSTRAINT "role_request_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everything below by hand: limits, row-level security, grants.
alter table "organisation"
  add check (join_rule in ('closed', 'approval', 'domains')),
  add check (cardinality(join_domains) <= 20),
  add check (working_days <@ array[1, 2, 3, 4, 5, 6, 7]::integer[]),
  add check (cardinality(holidays) <= 400);
alter table "person"
  add check (char_length(locale) between 2 and 20),
  add check (char_length(time_zone) between 1 and 60),
  add check (working_days <@ array[1, 2, 3, 4, 5, 6, 7]::integer[]),
  add check (theme in ('system', 'light', 'dark', 'contrast'));
alter table "one_time_code"
  add check (purpose in ('found', 'join', 'reset', 'email')),
  add check (tries between 0 and 5);
alter table "former_key" add check (key ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])$');
alter table "invitation"
  add check (role in ('admin', 'subadmin', 'team_leader', 'user', 'client', 'observer')),
  add check (email = lower(email) and char_length(email) between 3 and 254),
  add check (char_length(name) between 1 and 80);
alter table "role_request"
  add check (role in ('admin', 'subadmin', 'team_leader', 'user', 'client', 'observer')),
  add check (char_length(reason) <= 1000);
-- At most one open invitation for an address, and one open request for a member: two at once cannot both win.
create unique index invitation_open on invitation (org_id, email) where accepted_at is null and revoked_at is null;
create unique index role_request_open on role_request (org_id, member_id) where granted is null;

do $$
declare t text;
begin
  foreach t in array array['one_time_code', 'recovery_code', 'former_key', 'invitation', 'invitation_batch', 'role_request'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

-- auth: founding, asking to join, accepting, one's own account. It still reads no project, task or comment.
grant insert, update on organisation, person, member to auth;
grant select, insert, update, delete on one_time_code, recovery_code, former_key to auth;
grant select, update (accepted_at) on invitation to auth;
grant insert on outbox, project_member, notification to auth;
grant delete on session to auth;
create policy auth_write on organisation for insert to auth with check (true);
create policy auth_change on organisation for update to auth using (true) with check (true);
create policy auth_write on person for insert to auth with check (true);
create policy auth_change on person for update to auth using (true) with check (true);
create policy auth_all on one_time_code to auth using (true) with check (true);
create policy auth_all on recovery_code to auth using (true) with check (true);
create policy auth_all on former_key to auth using (true) with check (true);
create policy auth_all on invitation to auth using (true) with check (true);
create policy auth_insert on outbox for insert to auth with check (true);
create policy auth_insert on project_member for insert to auth with check (true);
create policy auth_insert on notification for insert to auth with check (true);

-- worker: sweeps.
grant select, delete on one_time_code to worker;
create policy worker_all on one_time_code to worker using (true);

-- tenant: the settings of its own organisation, invitations and requests.
grant select on organisation to tenant;
grant update (name, key, tint, listed, logo, join_rule, join_domains, working_days, holidays, requires_totp, deleted_at, version) on organisation to tenant;
create policy tenant_select on organisation for select to tenant using (id = (select app_org_id()));
create policy tenant_update on organisation for update to tenant
  using (id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));
grant select, insert on former_key to tenant;
create policy tenant_select on former_key for select to tenant using (organisation_id = (select app_org_id()));
create policy tenant_insert on former_key for insert to tenant
  with check (organisation_id = (select app_org_id()) and (select app_role()) = 'admin');

-- Invitations: those who may invite see them; a team leader sees its own. The token's hash is never read by a tenant.
grant select (id, org_id, email, name, role, project_ids, invited_by_id, batch_id, sent_at, expires_at, accepted_at, revoked_at),
      insert, update on invitation to tenant;
create policy tenant_select on invitation for select to tenant using (org_id = (select app_org_id())
  and ((select app_role()) in ('admin', 'subadmin', 'observer')
       or ((select app_role()) = 'team_leader' and invited_by_id = (select app_member_id()))));
create policy tenant_insert on invitation for insert to tenant with check (org_id = (select app_org_id())
  and (select app_role()) in ('admin', 'subadmin', 'team_leader') and invited_by_id = (select app_member_id()));
create policy tenant_update on invitation for update to tenant
  using (org_id = (select app_org_id()) and ((select app_role()) in ('admin', 'subadmin')
       or ((select app_role()) = 'team_leader' and invited_by_id = (select app_member_id()))))
  with check (org_id = (select app_org_id()));

grant select, insert, update on invitation_batch to tenant;
create policy tenant_all on invitation_batch to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));

grant select, insert, update on role_request to tenant;
create policy tenant_select on role_request for select to tenant using (org_id = (select app_org_id())
  and (member_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin')));
create policy tenant_insert on role_request for insert to tenant with check (org_id = (select app_org_id())
  and member_id = (select app_member_id()));
create policy tenant_update on role_request for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()));

-- Members are made by administrators too (createclient and the like), and their sessions can be listed and ended.
grant select, delete on session to tenant;
create policy tenant_select on session for select to tenant using (org_id = (select app_org_id())
  and (member_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin')));
create policy tenant_delete on session for delete to tenant using (org_id = (select app_org_id())
  and (member_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin')));

-- A deleted organisation has no seats: its sessions end with the next request.
drop policy auth_read on organisation;
create policy auth_read on organisation for select to auth using (deleted_at is null or deleted_at > now());

-- A member made by an administrator needs a person to be of. Runs as auth, for this one step: an address that nobody has
-- becomes a person with a password nobody knows; somebody's own account is named and left as it is.
create function place_person(p_id uuid, p_email text, p_name text, p_password_hash text)
returns table (person_id uuid, fresh boolean, verified boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if app_org_id() is null or coalesce(app_role(), '') not in ('admin', 'subadmin', 'team_leader') then
    raise exception 'not within the door' using errcode = 'insufficient_privilege';
  end if;
  insert into person (id, email, name, password_hash, must_change_password)
  values (p_id, p_email, p_name, p_password_hash, true) on conflict (email) do nothing;
  return query select p.id, p.id = p_id or (p.must_change_password and p.email_verified_at is null),
                      p.email_verified_at is not null
                 from person p where p.email = p_email;
end $$;

-- Counts invitations against limits, in the transaction that makes them. Runs as worker, whose table this is; the
-- buckets are the organisation's own. One number for each key, in the order given: how many there are in its window now.
create function count_invitations(p_keys text[], p_amounts int[], p_seconds int)
returns table (at_key text, used int, wait int)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  -- They cannot be counted down, nor by those who invite nobody.
  if app_org_id() is null or coalesce(app_role(), '') not in ('admin', 'subadmin', 'team_leader')
     or exists (select from unnest(p_amounts) as amount where amount < 0) then
    raise exception 'not within the door' using errcode = 'insufficient_privilege';
  end if;
  return query
    with asked as (select k.key, k.amount, 'invite:' || app_org_id()::text || ':' || k.key as name
                     from unnest(p_keys, p_amounts) as k(key, amount) order by 3),
    counted as (
      insert into rate_limit as r (bucket, count, expires_at)
      select a.name, a.amount, now() + make_interval(secs => p_seconds) from asked a order by a.name
      on conflict (bucket) do update set
        count = case when r.expires_at <= now() then excluded.count else r.count + excluded.count end,
        expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
      returning r.bucket, r.count, r.expires_at)
    select a.key, c.count, greatest(1, ceil(extract(epoch from c.expires_at - now())))::int
      from asked a join counted c on c.bucket = a.name;
end $$;
grant create on schema public to auth, worker;
alter function place_person(uuid, text, text, text) owner to auth;
alter function count_invitations(text[], int[], int) owner to worker;
revoke create on schema public from auth, worker;
revoke execute on function place_person(uuid, text, text, text) from public;
revoke execute on function count_invitations(text[], int[], int) from public;
grant execute on function place_person(uuid, text, text, text) to tenant;
grant execute on function count_invitations(text[], int[], int) to tenant;

-- An organisation that nobody confirmed within a day goes, and with it a person who has no other seat: its key is free again.
create function sweep_unconfirmed() returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  delete from organisation where verified_at is null and created_at < now() - interval '1 day';
  delete from person p where p.email_verified_at is null and p.created_at < now() - interval '1 day'
    and not exists (select from member m where m.person_id = p.id);
end $$;
revoke all on function sweep_unconfirmed() from public;
grant execute on function sweep_unconfirmed() to worker;
