-- Browsers that a member's notifications are pushed to, each for as long as the session in which it was named.
create table push_subscription (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  member_id uuid not null default app_member_id(),
  session_id uuid not null,
  endpoint text not null constraint push_subscription_endpoint_check check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  failed_since timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  constraint push_subscription_pkey primary key (id)
);
create unique index push_subscription_org_id_endpoint_key on push_subscription (org_id, endpoint);
create index push_subscription_org_id_member_id_idx on push_subscription (org_id, member_id);
create index push_subscription_session_id_idx on push_subscription (session_id);
create index push_subscription_endpoint_idx on push_subscription (endpoint);
alter table push_subscription add constraint push_subscription_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
do $$ begin
  execute format('create policy owner_all on push_subscription to %I using (true) with check (true)', current_user);
end $$;
grant select, insert, delete, update (session_id, p256dh, auth, failed_since) on push_subscription to tenant;
create policy tenant_all on push_subscription to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()));

-- A browser belongs to whoever named it last: on a shared machine nobody reads what the person before is told.
create function leave_push_endpoint() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from push_subscription s using member mine, member theirs
   where s.endpoint = new.endpoint and s.id <> new.id
     and mine.org_id = new.org_id and mine.id = new.member_id and theirs.org_id = s.org_id and theirs.id = s.member_id
     and (theirs.person_id is distinct from mine.person_id or s.org_id = new.org_id);
  return new;
end $$;
revoke all on function leave_push_endpoint() from public;
create trigger leave_push_endpoint before insert on push_subscription for each row execute function leave_push_endpoint();

-- Signed out, or the session was ended: that browser is told nothing more.
create function end_push_of_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if old.expires_at > now() then
    delete from push_subscription s where s.session_id = old.id;
  end if;
  return null;
end $$;
revoke all on function end_push_of_session() from public;
create trigger end_push_of_session after delete on session for each row execute function end_push_of_session();

-- Another organisation of the person whose session it is: a token names one, and "Today" reads each through its own door.
-- A program's token stays in its organisation.
create function enter_membership(p_session uuid, p_org uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select o.id as org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, o.workflow_version, m.id as member_id, m.person_id, m.role,
         m.approval, m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone,
         p.must_change_password, o.requires_totp and p.totp_enabled_at is null as second_factor_missing, s.kind
    into seat
    from session s
    join member own on own.org_id = s.org_id and own.id = s.member_id
    join person p on p.id = own.person_id
    join member m on m.org_id = p_org and m.person_id = p.id
    join organisation o on o.id = m.org_id and o.verified_at is not null
   where s.id = p_session and s.expires_at > now() and (s.kind = 'browser' or s.org_id = p_org)
     and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')
     and own.approval = 1 and own.deactivated_at is null;
  if not found then return; end if;

  perform set_config('app.org_id', seat.org_id::text, true), set_config('app.member_id', seat.member_id::text, true);
  mine := array(select pm.project_id from project_member pm where pm.org_id = seat.org_id and pm.member_id = seat.member_id
                   and pm.project_id <> all (app_hidden_project_ids()));
  if seat.approval = 1 and not seat.deactivated and seat.deleted_at is null then
    perform set_config('app.role', seat.role, true), set_config('app.project_ids', mine::text, true),
            set_config('role', 'tenant', true);
  end if;
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.logo, seat.deleted_at, seat.member_id,
    seat.person_id, seat.role, seat.approval, seat.approval_note, seat.deactivated, seat.name, seat.email, seat.picture,
    seat.locale, seat.time_zone, seat.must_change_password, seat.second_factor_missing, seat.kind, mine, seat.workflow_version;
end $$;
revoke all on function enter_membership(uuid, uuid) from public;
grant execute on function enter_membership(uuid, uuid) to auth;
