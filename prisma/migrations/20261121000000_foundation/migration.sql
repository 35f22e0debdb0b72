-- Roles, the door's settings, tables, checks and row-level security. Prisma knows the tables only; the rest is by hand.
-- Needs PostgreSQL 16 or newer and an owner that may create roles (no superuser).

-- The four roles nobody logs in with. They belong to the cluster, so another database may have made them already.
do $$
declare r text;
begin
  foreach r in array array['tenant', 'auth', 'worker', 'search'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls nocreaterole nocreatedb noinherit', r);
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, r, 'SET') then
      execute format('grant %I to %I with set true, inherit false', r, current_user);
    end if;
  end loop;
end $$;

-- What the door has set for this transaction. Unset means null, and null means no rows: never an error.
create function app_org_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
create function app_member_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.member_id', true), '')::uuid $$;
create function app_role() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.role', true), '') $$;
create function app_project_ids() returns uuid[] language sql stable parallel safe
  as $$ select nullif(current_setting('app.project_ids', true), '')::uuid[] $$;
create function app_sees_every_project() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.role', true) in ('admin', 'subadmin', 'observer'), false) $$;
create function app_is_client() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.role', true) = 'client', true) $$;


-- CreateTable
CREATE TABLE "organisation" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tint" TEXT NOT NULL DEFAULT 'c1',
    "listed" BOOLEAN NOT NULL DEFAULT true,
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "approval" SMALLINT NOT NULL DEFAULT 2,
    "approval_note" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "picture" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "deactivated_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "member_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "name" TEXT NOT NULL,
    "colour" TEXT NOT NULL DEFAULT 'c1',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "tint" TEXT NOT NULL DEFAULT 'c1',
    "category_id" UUID,
    "leader_id" UUID,
    "start_date" DATE,
    "due_date" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_member" (
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "project_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "is_contact" BOOLEAN NOT NULL DEFAULT false,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_member_pkey" PRIMARY KEY ("org_id","project_id","member_id")
);

-- CreateTable
CREATE TABLE "task_counter" (
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "project_id" UUID NOT NULL,
    "last" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "task_counter_pkey" PRIMARY KEY ("org_id","project_id")
);

-- CreateTable
CREATE TABLE "task" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "priority" TEXT NOT NULL DEFAULT 'none',
    "rank" TEXT NOT NULL,
    "audience" TEXT NOT NULL DEFAULT 'internal',
    "category_id" UUID,
    "start_date" DATE,
    "due_date" DATE,
    "estimate_minutes" INTEGER,
    "parent_id" UUID,
    "created_by_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_assignee" (
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "task_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "audience" TEXT NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_assignee_pkey" PRIMARY KEY ("org_id","task_id","member_id")
);

-- CreateTable
CREATE TABLE "comment" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "task_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "task_audience" TEXT NOT NULL,
    "audience" TEXT NOT NULL DEFAULT 'internal',
    "author_id" UUID,
    "parent_id" UUID,
    "body" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "project_id" UUID NOT NULL,
    "task_id" UUID,
    "task_audience" TEXT NOT NULL DEFAULT 'internal',
    "audience" TEXT NOT NULL DEFAULT 'internal',
    "actor_id" UUID,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "member_id" UUID NOT NULL,
    "actor_id" UUID,
    "task_id" UUID,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "member_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" SMALLINT,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("org_id","member_id","key")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "available_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "before" JSONB,
    "after" JSONB,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organisation_key_key" ON "organisation"("key");

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "rate_limit_expires_at_idx" ON "rate_limit"("expires_at");

-- CreateIndex
CREATE INDEX "member_person_id_idx" ON "member"("person_id");

-- CreateIndex
CREATE INDEX "member_org_id_name_idx" ON "member"("org_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "member_org_id_id_key" ON "member"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "member_org_id_person_id_key" ON "member"("org_id", "person_id");

-- CreateIndex
CREATE INDEX "session_org_id_member_id_idx" ON "session"("org_id", "member_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "category_org_id_id_key" ON "category"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "category_org_id_name_key" ON "category"("org_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "project_org_id_id_key" ON "project"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "project_org_id_key_key" ON "project"("org_id", "key");

-- CreateIndex
CREATE INDEX "project_member_org_id_member_id_project_id_idx" ON "project_member"("org_id", "member_id", "project_id");

-- CreateIndex
CREATE INDEX "task_org_id_project_id_status_rank_id_idx" ON "task"("org_id", "project_id", "status", "rank", "id");

-- CreateIndex
CREATE INDEX "task_org_id_due_date_idx" ON "task"("org_id", "due_date");

-- CreateIndex
CREATE INDEX "task_org_id_parent_id_idx" ON "task"("org_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_org_id_id_key" ON "task"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "task_org_id_id_project_id_audience_key" ON "task"("org_id", "id", "project_id", "audience");

-- CreateIndex
CREATE UNIQUE INDEX "task_org_id_project_id_number_key" ON "task"("org_id", "project_id", "number");

-- CreateIndex
CREATE INDEX "task_assignee_org_id_member_id_task_id_idx" ON "task_assignee"("org_id", "member_id", "task_id");

-- CreateIndex
CREATE INDEX "comment_org_id_task_id_created_at_idx" ON "comment"("org_id", "task_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "comment_org_id_id_key" ON "comment"("org_id", "id");

-- CreateIndex
CREATE INDEX "activity_org_id_task_id_created_at_idx" ON "activity"("org_id", "task_id", "created_at");

-- CreateIndex
CREATE INDEX "activity_org_id_project_id_created_at_idx" ON "activity"("org_id", "project_id", "created_at");

-- CreateIndex
CREATE INDEX "notification_org_id_member_id_read_at_created_at_idx" ON "notification"("org_id", "member_id", "read_at", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "outbox_delivered_at_available_at_idx" ON "outbox"("delivered_at", "available_at");

-- CreateIndex
CREATE INDEX "audit_org_id_created_at_idx" ON "audit"("org_id", "created_at");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_category_id_fkey" FOREIGN KEY ("org_id", "category_id") REFERENCES "category"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_leader_id_fkey" FOREIGN KEY ("org_id", "leader_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_created_by_id_fkey" FOREIGN KEY ("org_id", "created_by_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_org_id_project_id_fkey" FOREIGN KEY ("org_id", "project_id") REFERENCES "project"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_counter" ADD CONSTRAINT "task_counter_org_id_project_id_fkey" FOREIGN KEY ("org_id", "project_id") REFERENCES "project"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_org_id_project_id_fkey" FOREIGN KEY ("org_id", "project_id") REFERENCES "project"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_org_id_category_id_fkey" FOREIGN KEY ("org_id", "category_id") REFERENCES "category"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "task"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_org_id_created_by_id_fkey" FOREIGN KEY ("org_id", "created_by_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_assignee" ADD CONSTRAINT "task_assignee_org_id_task_id_project_id_audience_fkey" FOREIGN KEY ("org_id", "task_id", "project_id", "audience") REFERENCES "task"("org_id", "id", "project_id", "audience") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_assignee" ADD CONSTRAINT "task_assignee_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_org_id_task_id_project_id_task_audience_fkey" FOREIGN KEY ("org_id", "task_id", "project_id", "task_audience") REFERENCES "task"("org_id", "id", "project_id", "audience") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_org_id_author_id_fkey" FOREIGN KEY ("org_id", "author_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "comment"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_org_id_project_id_fkey" FOREIGN KEY ("org_id", "project_id") REFERENCES "project"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_org_id_task_id_project_id_task_audience_fkey" FOREIGN KEY ("org_id", "task_id", "project_id", "task_audience") REFERENCES "task"("org_id", "id", "project_id", "audience") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_org_id_actor_id_fkey" FOREIGN KEY ("org_id", "actor_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_actor_id_fkey" FOREIGN KEY ("org_id", "actor_id") REFERENCES "member"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_task_id_fkey" FOREIGN KEY ("org_id", "task_id") REFERENCES "task"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_org_id_member_id_fkey" FOREIGN KEY ("org_id", "member_id") REFERENCES "member"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Ranks are compared byte by byte, whatever the database's locale.
alter table "task" alter column "rank" type text collate "C";

-- Limits: the same as the validators'.
alter table "organisation"
  add check (key ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])$'),
  add check (char_length(name) between 1 and 80),
  add check (tint ~ '^c[1-8]$');
alter table "person"
  add check (email = lower(email) and char_length(email) between 3 and 254),
  add check (char_length(name) between 1 and 80);
alter table "member"
  add check (role in ('admin', 'subadmin', 'team_leader', 'user', 'client', 'observer')),
  add check (approval in (0, 1, 2)),
  add check (char_length(name) between 1 and 80),
  add check (char_length(email) between 3 and 254),
  add check (char_length(phone) <= 40),
  add check (char_length(company) <= 80);
alter table "session" add check (kind in ('browser', 'bearer'));
alter table "category"
  add check (char_length(name) between 1 and 60),
  add check (colour ~ '^c[1-8]$');
alter table "project"
  add check (key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  add check (char_length(name) between 1 and 120),
  add check (char_length(description) <= 20000),
  add check (type in ('mobile_application', 'web_application')),
  add check (status in ('active', 'on_hold', 'completed', 'archived')),
  add check (tint ~ '^c[1-8]$'),
  add check (due_date >= start_date);
alter table "task"
  add check (char_length(title) between 1 and 200),
  add check (char_length(description) <= 50000),
  add check (status between 1 and 5),
  add check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  add check (audience in ('internal', 'client')),
  add check (char_length(rank) between 1 and 200),
  add check (due_date >= start_date),
  add check (estimate_minutes between 0 and 1000000),
  add check (parent_id <> id);
alter table "comment"
  add check (audience in ('internal', 'client')),
  add check (char_length(body) between 1 and 20000);
alter table "activity" add check (audience in ('internal', 'client'));
alter table "idempotency_key" add check (char_length(key) between 1 and 200);
alter table "audit" add check (char_length(action) between 1 and 80);

-- The door: one statement finds the caller's seat, sets what the policies read, and drops to `tenant`.
-- Runs as `auth` (security invoker), so it sees no more than that role. No row: no such session. A seat that is
-- pending, rejected or deactivated is reported, and the role stays `auth`, which holds no tenant data.
create function enter_organisation(p_session uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, member_id uuid, person_id uuid, role text, approval smallint,
  approval_note text, deactivated boolean, name text, email text, picture text, session_kind text, project_ids uuid[]
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select s.org_id, o.key, o.name as org_name, o.tint, s.member_id, m.person_id, m.role, m.approval, m.approval_note,
         m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, s.kind, s.last_seen_at
    into seat
    from session s
    join member m on m.org_id = s.org_id and m.id = s.member_id
    join organisation o on o.id = s.org_id
   where s.id = p_session and s.expires_at > now()
     and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours');
  if not found then return; end if;

  if seat.last_seen_at < now() - interval '2 minutes' then
    update session s set last_seen_at = now()
     where s.id in (select s2.id from session s2 where s2.id = p_session for update skip locked);
    update member m set last_seen_at = now()
     where m.id in (select m2.id from member m2 where m2.id = seat.member_id for no key update skip locked);
  end if;

  perform set_config('app.org_id', seat.org_id::text, true), set_config('app.member_id', seat.member_id::text, true);
  mine := array(select pm.project_id from project_member pm where pm.org_id = seat.org_id and pm.member_id = seat.member_id);
  if seat.approval = 1 and not seat.deactivated then
    perform set_config('app.role', seat.role, true), set_config('app.project_ids', mine::text, true),
            set_config('role', 'tenant', true);
  end if;
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.member_id, seat.person_id, seat.role,
    seat.approval, seat.approval_note, seat.deactivated, seat.name, seat.email, seat.picture, seat.kind, mine;
end $$;

-- Row-level security: on and forced everywhere, so that even the owner of a table meets a policy.
do $$
declare t text;
begin
  for t in select tablename from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- Seeds and data migrations run as the owner; requests never do (every transaction starts as `auth`).
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

grant usage on schema public to tenant, auth, worker, search;

-- auth: sign-in, and finding the seat.
grant select on organisation, person, member, session, project_member to auth;
grant insert, delete, update (last_seen_at) on session to auth;
grant update (last_seen_at) on member to auth;
grant insert on audit to auth;
create policy auth_read on organisation to auth using (true);
create policy auth_read on person to auth using (true);
create policy auth_all on member to auth using (true);
create policy auth_all on session to auth using (true) with check (true);
create policy auth_own on project_member for select to auth using (member_id = (select app_member_id()));
create policy auth_insert on audit for insert to auth with check (true);

-- worker: deliveries, schedules, limits. Sees these tables only.
grant select, update, delete on outbox to worker;
grant select, insert, update, delete on rate_limit to worker;
grant select, delete on idempotency_key, session to worker;
create policy worker_all on outbox to worker using (true) with check (true);
create policy worker_all on rate_limit to worker using (true) with check (true);
create policy worker_all on idempotency_key to worker using (true);
create policy worker_all on session to worker using (true);
-- The bin is emptied after 30 days; a subtask that is not in it loses its parent and stays.
grant select, delete, update (parent_id) on task to worker;
create policy worker_read on task for select to worker using (true);
create policy worker_sweep on task for delete to worker using (deleted_at < now() - interval '30 days');
create policy worker_unparent on task for update to worker using (parent_id is not null) with check (parent_id is null);

-- tenant: what a signed-in member may see, and which of it may be written at all. Finer rules of writing (who, in which
-- state) are in each domain's policy.ts. Settings are read once per statement: hence every `(select …)`.
create function pg_temp.protect(t text, visible text, writer text) returns void language plpgsql as $$
begin
  execute format('create policy tenant_select on %I for select to tenant using (%s)', t, visible);
  execute format('create policy tenant_insert on %I for insert to tenant with check ((%s) and (%s))', t, visible, writer);
  execute format('create policy tenant_update on %I for update to tenant using ((%s) and (%s)) with check ((%s) and (%s))', t, visible, writer, visible, writer);
  execute format('create policy tenant_delete on %I for delete to tenant using ((%s) and (%s))', t, visible, writer);
  execute format('grant select, insert, update, delete on %I to tenant', t);
end $$;

do $$
declare
  own_org text := 'org_id = (select app_org_id())';
  project text := '((select app_sees_every_project()) or %s = any ((select app_project_ids())::uuid[]))';
  in_project text := format(project, 'project_id');
  staff text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'')';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
  anyone_but_observer text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'', ''client'')';
begin
  perform pg_temp.protect('project', own_org || ' and ' || format(project, 'id'), staff);
  perform pg_temp.protect('project_member', own_org || ' and ' || in_project ||
    ' and (not (select app_is_client()) or is_contact or member_id = (select app_member_id()))', staff);
  perform pg_temp.protect('task_counter', own_org || ' and ' || in_project, team);
  perform pg_temp.protect('task', own_org || ' and ' || in_project ||
    ' and (not (select app_is_client()) or (audience = ''client'' and deleted_at is null))', team);
  perform pg_temp.protect('task_assignee', own_org || ' and ' || in_project ||
    ' and (not (select app_is_client()) or audience = ''client'')', team);
  perform pg_temp.protect('comment', own_org || ' and ' || in_project ||
    ' and (not (select app_is_client()) or (audience = ''client'' and task_audience = ''client''))', anyone_but_observer);
  perform pg_temp.protect('activity', own_org || ' and ' || in_project ||
    ' and (not (select app_is_client()) or (audience = ''client'' and (task_id is null or task_audience = ''client'')))', anyone_but_observer);
  -- A client sees the categories of what it sees, nobody else's.
  perform pg_temp.protect('category', own_org || ' and (not (select app_is_client())' ||
    ' or exists (select from project p where p.org_id = category.org_id and p.category_id = category.id)' ||
    ' or exists (select from task t where t.org_id = category.org_id and t.category_id = category.id))', team);
  -- People: oneself; everybody for those who see the Users screen; administrators and people of shared projects for a
  -- user; the chosen contacts of shared projects for a client (project_member's own policy narrows the subquery).
  perform pg_temp.protect('member', own_org || ' and (id = (select app_member_id())' ||
    ' or (select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''observer'')' ||
    ' or ((select app_role()) = ''user'' and role in (''admin'', ''subadmin''))' ||
    ' or exists (select from project_member pm where pm.org_id = member.org_id and pm.member_id = member.id))',
    staff || ' or id = (select app_member_id())');
  perform pg_temp.protect('idempotency_key', own_org || ' and member_id = (select app_member_id())', 'true');
end $$;
revoke delete on member from tenant;

-- One's own notifications, and only while the task they speak of is visible. Anybody may cause one for another.
create policy tenant_select on notification for select to tenant using (org_id = (select app_org_id())
  and member_id = (select app_member_id())
  and (task_id is null or exists (select from task t where t.org_id = notification.org_id and t.id = notification.task_id)));
create policy tenant_insert on notification for insert to tenant with check (org_id = (select app_org_id()));
create policy tenant_update on notification for update to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()));
create policy tenant_delete on notification for delete to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()));
grant select, insert, update, delete on notification to tenant;

create policy tenant_insert on outbox for insert to tenant with check (org_id = (select app_org_id()));
grant insert on outbox to tenant;

create policy tenant_select on audit for select to tenant using (org_id = (select app_org_id())
  and (select app_role()) in ('admin', 'subadmin', 'observer'));
create policy tenant_insert on audit for insert to tenant with check (org_id = (select app_org_id()));
grant select, insert on audit to tenant;

-- Append-only for everybody, the owner included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
