-- DropIndex
DROP INDEX "audit_org_id_created_at_idx";

-- AlterTable
ALTER TABLE "audit" ADD COLUMN     "withheld" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "invitation_batch" ADD COLUMN     "left_out" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "recipient" TEXT,
ADD COLUMN     "template" TEXT;

-- CreateTable
CREATE TABLE "removed_category" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL DEFAULT app_org_id(),
    "name" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "task_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "project_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_category_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "removed_category_org_id_removed_at_idx" ON "removed_category"("org_id", "removed_at");

-- CreateIndex
CREATE INDEX "audit_org_id_created_at_id_idx" ON "audit"("org_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_org_id_actor_id_created_at_id_idx" ON "audit"("org_id", "actor_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_org_id_action_created_at_id_idx" ON "audit"("org_id", "action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_org_id_target_created_at_id_idx" ON "audit"("org_id", "target", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_org_id_ip_idx" ON "audit"("org_id", "ip");

-- Everything below by hand.

-- How an admin enters (signing in and out, own password, second factor, sessions) is not for sub-admins to read. Decided
-- when the line is written, by the role the actor has then; what an admin does to somebody else stays readable.
create function audit_withhold() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.withheld := split_part(new.action, '.', 1) in
      ('sign_in', 'sign_out', 'session', 'password', 'totp', 'second_factor', 'recovery', 'recovery_code', 'address', 'email')
    and exists (select from member m where m.org_id = new.org_id and m.id = new.actor_id and m.role = 'admin')
    and not exists (select from member m where m.org_id = new.org_id and m.id::text = new.target and m.id <> new.actor_id);
  return new;
end $$;
create trigger audit_withhold before insert on audit for each row execute function audit_withhold();

alter table audit disable trigger audit_append_only;
update audit a set withheld = true
 where split_part(a.action, '.', 1) in ('sign_in', 'sign_out', 'session', 'password')
   and exists (select from member m where m.org_id = a.org_id and m.id = a.actor_id and m.role = 'admin')
   and not exists (select from member m where m.org_id = a.org_id and m.id::text = a.target and m.id <> a.actor_id);
alter table audit enable trigger audit_append_only;
-- A table that is emptied is changed too.
create trigger audit_never_emptied before truncate on audit for each statement execute function refuse_change();

drop policy tenant_select on audit;
create policy tenant_select on audit for select to tenant using (org_id = (select app_org_id())
  and ((select app_role()) in ('admin', 'observer') or ((select app_role()) = 'subadmin' and not withheld)));

-- Mails that did not leave yet, for those who look after the organisation: to whom and which, never what they say.
create index outbox_unsent_mail on outbox (org_id, created_at) where kind = 'mail' and delivered_at is null;
grant select (id, org_id, kind, recipient, template, attempts, last_error, created_at, available_at, delivered_at),
      update (available_at) on outbox to tenant;
create policy tenant_select on outbox for select to tenant using (org_id = (select app_org_id())
  and kind = 'mail' and delivered_at is null and (select app_role()) in ('admin', 'subadmin'));
create policy tenant_update on outbox for update to tenant
  using (org_id = (select app_org_id()) and kind = 'mail' and delivered_at is null and last_error is not null
    and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()) and kind = 'mail' and delivered_at is null
    and (select app_role()) in ('admin', 'subadmin'));

-- A category that was deleted, for as long as that can be taken back, with what it was taken from.
alter table removed_category enable row level security;
alter table removed_category force row level security;
do $$ begin
  execute format('create policy owner_all on removed_category to %I using (true) with check (true)', current_user);
end $$;
grant select, insert, delete on removed_category to tenant;
create policy tenant_all on removed_category to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'))
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin'));
grant select, delete on removed_category to worker;
create policy worker_all on removed_category to worker using (true);

-- Who decides about a wish for another role: also for a client, who does not see them. Ids alone; runs as auth.
create function role_approvers() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.id from member m where m.org_id = app_org_id() and m.role in ('admin', 'subadmin') and m.approval = 1
     and m.deactivated_at is null
$$;
grant create on schema public to auth;
alter function role_approvers() owner to auth;
revoke create on schema public from auth;
revoke execute on function role_approvers() from public;
grant execute on function role_approvers() to tenant;
