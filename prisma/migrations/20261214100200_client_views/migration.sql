-- A view of the pages of a client by somebody of the staff. It hangs on the session that asked for it, reads and nothing
-- else, and is asked for anew at every transaction: whoever loses the right, the session or the seat loses it.
create table client_view (
  id uuid not null,
  org_id uuid not null,
  session_id uuid not null,
  -- The client.
  member_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  constraint client_view_pkey primary key (id)
);
create index client_view_org_id_session_id_idx on client_view (org_id, session_id);
create index client_view_org_id_member_id_idx on client_view (org_id, member_id);
alter table client_view
  add constraint client_view_org_id_session_id_fkey foreign key (org_id, session_id) references session (org_id, id) on delete cascade on update cascade,
  add constraint client_view_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table client_view enable row level security;
alter table client_view force row level security;
do $$ begin
  execute format('create policy owner_all on client_view to %I using (true) with check (true)', current_user);
end $$;
create policy auth_all on client_view to auth using (true) with check (true);
grant select, insert, delete on client_view to auth;

-- The projects of a client that somebody of the staff may see as the client does; null: they may not look at all. Admins and
-- sub-admins see every project anyway. A leader sees those that both are in, so that looking shows nothing new, and
-- must lead one of them.
create function viewed_projects(p_by uuid, p_role text, p_client uuid) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when p_role in ('admin', 'subadmin') or exists (
      select from project p join project_member pm on pm.org_id = p.org_id and pm.project_id = p.id and pm.member_id = p_client
       where p.org_id = app_org_id() and p.leader_id = p_by and p.deleted_at is null and p_role = 'team_leader')
    then array(select pm.project_id from project_member pm
      where pm.org_id = app_org_id() and pm.member_id = p_client and pm.project_id <> all (app_hidden_project_ids())
        and (p_role <> 'team_leader' or exists (select from project_member own
          where own.org_id = pm.org_id and own.project_id = pm.project_id and own.member_id = p_by))) end
$$;
revoke all on function viewed_projects(uuid, text, uuid) from public;
grant execute on function viewed_projects(uuid, text, uuid) to auth;

create function app_in_view() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.view', true), '') <> '' $$;

-- As `enter_organisation` finds the seat of a session: here the client's, in a transaction that cannot write.
create function enter_view(p_view uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer, viewed_by uuid, viewed_by_name text, view_ends timestamptz
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select v.org_id, o.key, o.name as org_name, o.tint, o.logo, o.workflow_version, v.member_id, m.person_id, m.role, m.approval,
         m.name, m.email, m.picture, p.locale, p.time_zone, staff.id as by_id, staff.name as by_name, staff.role as by_role,
         least(v.expires_at, s.expires_at) as ends
    into seat
    from client_view v
    join session s on s.org_id = v.org_id and s.id = v.session_id
    join member staff on staff.org_id = s.org_id and staff.id = s.member_id
    join member m on m.org_id = v.org_id and m.id = v.member_id
    join person p on p.id = m.person_id
    join organisation o on o.id = v.org_id
   where v.id = p_view and v.expires_at > now() and s.expires_at > now()
     and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')
     and staff.approval = 1 and staff.deactivated_at is null
     and m.role = 'client' and m.approval = 1 and m.deactivated_at is null and o.deleted_at is null;
  if not found then return; end if;

  perform set_config('app.org_id', seat.org_id::text, true);
  mine := viewed_projects(seat.by_id, seat.by_role, seat.member_id);
  if mine is null then return; end if;
  perform set_config('app.member_id', seat.member_id::text, true), set_config('app.role', seat.role, true),
          set_config('app.project_ids', mine::text, true), set_config('app.view', seat.by_id::text, true),
          set_config('transaction_read_only', 'on', true), set_config('role', 'tenant', true);
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.logo, null::timestamptz, seat.member_id,
    seat.person_id, seat.role, seat.approval, null::text, false, seat.name, seat.email, seat.picture,
    seat.locale, seat.time_zone, false, false, 'bearer'::text, mine, seat.workflow_version, seat.by_id, seat.by_name, seat.ends;
end $$;
revoke all on function enter_view(uuid) from public;
grant execute on function enter_view(uuid) to auth;

-- What is the client's own business is not there: who they talk to, what they are told and how, their sessions, jobs, drafts
-- and views.
do $$
declare t text; private text := 'org_id = (select app_org_id()) and not (select app_in_view())';
begin
  foreach t in array array['room', 'room_member', 'room_reading', 'thread_reading', 'message', 'notification', 'notification_setting',
    'push_subscription', 'session', 'job', 'role_request', 'presence'] loop
    execute format('create policy tenant_not_in_view on %I as restrictive for select to tenant using (%s)', t, private);
  end loop;
end $$;
create policy tenant_not_in_view on file as restrictive for select to tenant
  using (org_id = (select app_org_id()) and (draft_at is null or not (select app_in_view())));
create policy tenant_not_in_view on saved_view as restrictive for select to tenant
  using (org_id = (select app_org_id()) and (shared or not (select app_in_view())));
