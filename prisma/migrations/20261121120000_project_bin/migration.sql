-- A project can be deleted: 30 days in the bin, out of sight for everybody with all that belongs to it, then gone.
ALTER TABLE "project" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- Everything below by hand. Few rows are in the bin: both indexes stay small.
create index project_bin_idx on project (org_id, deleted_at) where deleted_at is not null;
create index task_bin_idx on task (org_id, deleted_at) where deleted_at is not null;

-- Projects of the organisation that lie in the bin. Runs as the owner, since the policies below hide them from who asks.
-- The one way to look into the bin is an admin's, who says so for one transaction (`app.bin`).
create function app_hidden_project_ids() returns uuid[] language plpgsql stable security definer parallel safe
set search_path = pg_catalog, public as $$
begin
  if current_setting('app.bin', true) = 'open' and app_role() = 'admin' then return '{}'; end if;
  return array(select id from project where org_id = app_org_id() and deleted_at is not null);
end $$;

-- Restrictive: whatever another policy grants, a deleted project and its rows are neither read nor written.
do $$
declare t text;
begin
  execute 'create policy tenant_not_deleted on project as restrictive to tenant
    using (org_id = (select app_org_id()) and id <> all ((select app_hidden_project_ids())::uuid[]))
    with check (org_id = (select app_org_id()) and id <> all ((select app_hidden_project_ids())::uuid[]))';
  foreach t in array array['project_member', 'task_counter', 'task', 'task_assignee', 'comment', 'activity'] loop
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant
      using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
      with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))', t);
  end loop;
end $$;

-- A category may be deleted by somebody who does not see what lies in the bin: there it is let go as well.
create function release_category() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update project set category_id = null where org_id = old.org_id and category_id = old.id and deleted_at is not null;
  update task t set category_id = null from project p
   where p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is not null
     and t.org_id = old.org_id and t.category_id = old.id;
  return old;
end $$;
create trigger release_category before delete on category for each row execute function release_category();

-- The sweep removes what has been in the bin for 30 days, and sees no other project.
grant select (id, org_id, deleted_at), delete on project to worker;
create policy worker_read on project for select to worker using (deleted_at is not null);
create policy worker_sweep on project for delete to worker using (deleted_at < now() - interval '30 days');

-- The seat's projects are those that are there: what is in the bin is nobody's to hear of either.
create or replace function enter_organisation(p_session uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[]
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select s.org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, s.member_id, m.person_id, m.role, m.approval,
         m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone,
         p.must_change_password, o.requires_totp and p.totp_enabled_at is null as second_factor_missing, s.kind,
         s.last_seen_at
    into seat
    from session s
    join member m on m.org_id = s.org_id and m.id = s.member_id
    join person p on p.id = m.person_id
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
  mine := array(select pm.project_id from project_member pm where pm.org_id = seat.org_id and pm.member_id = seat.member_id
                   and pm.project_id <> all (app_hidden_project_ids()));
  if seat.approval = 1 and not seat.deactivated and seat.deleted_at is null then
    perform set_config('app.role', seat.role, true), set_config('app.project_ids', mine::text, true),
            set_config('role', 'tenant', true);
  end if;
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.logo, seat.deleted_at, seat.member_id,
    seat.person_id, seat.role, seat.approval, seat.approval_note, seat.deactivated, seat.name, seat.email, seat.picture,
    seat.locale, seat.time_zone, seat.must_change_password, seat.second_factor_missing, seat.kind, mine;
end $$;
