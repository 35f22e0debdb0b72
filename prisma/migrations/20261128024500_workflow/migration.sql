-- What the five statuses are called, their colours and limits, and which moves are allowed. `project_id` null: of the
-- organisation, where a project has none of its own.
create table workflow (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid,
  columns jsonb not null,
  moves jsonb,
  over_limit text not null default 'warn' constraint workflow_over_limit_check check (over_limit in ('warn', 'refuse')),
  version integer not null,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint workflow_pkey primary key (id)
);
create unique index workflow_of_project on workflow (org_id, project_id) where project_id is not null;
create unique index workflow_of_organisation on workflow (org_id) where project_id is null;
alter table workflow add constraint workflow_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

alter table workflow enable row level security;
alter table workflow force row level security;
grant select, insert, delete, update (columns, moves, over_limit, version, updated_at) on workflow to tenant;

-- The team reads them; whoever may change the organisation, or leads the project, changes them.
do $$
declare
  seen text := 'org_id = (select app_org_id()) and not (select app_is_client())'
    || ' and (project_id is null or (select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  changed text := seen || ' and ((select app_role()) in (''admin'', ''subadmin'')'
    || ' or ((select app_role()) = ''team_leader'' and exists (select from project p'
    || ' where p.org_id = workflow.org_id and p.id = workflow.project_id and p.leader_id = (select app_member_id()))))';
begin
  execute format('create policy owner_all on workflow to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on workflow for select to tenant using (%s)', seen);
  execute format('create policy tenant_insert on workflow for insert to tenant with check (%s)', changed);
  execute format('create policy tenant_update on workflow for update to tenant using (%s) with check (%s)', changed, changed);
  execute format('create policy tenant_delete on workflow for delete to tenant using (%s)', changed);
end $$;
create policy tenant_not_deleted on workflow as restrictive to tenant
  using (org_id = (select app_org_id())
    and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
  with check (org_id = (select app_org_id())
    and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])));

-- Told with every seat, so that a process knows without asking whether what it keeps is still true. Zero: nothing was changed.
alter table organisation add column workflow_version integer not null default 0;
create function raise_workflow_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update organisation set workflow_version = workflow_version + 1 where id = coalesce(new.org_id, old.org_id);
  return null;
end $$;
create trigger raise_workflow_version after insert or update or delete on workflow
  for each row execute function raise_workflow_version();

-- All of the organisation's, for the server to keep: a name is shown to clients too, and to whoever comes into a project.
create function workflows_kept() returns table (project_id uuid, columns jsonb, moves jsonb, over_limit text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select w.project_id, w.columns, w.moves, w.over_limit from workflow w where w.org_id = app_org_id()
$$;
revoke all on function workflows_kept() from public;
grant execute on function workflows_kept() to tenant;

drop function enter_organisation(uuid);
create function enter_organisation(p_session uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select s.org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, o.workflow_version, s.member_id, m.person_id, m.role, m.approval,
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
    seat.locale, seat.time_zone, seat.must_change_password, seat.second_factor_missing, seat.kind, mine, seat.workflow_version;
end $$;

drop function enter_job(uuid);
create function enter_job(p_job uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select j.org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, o.workflow_version, j.member_id, m.person_id, m.role, m.approval,
         m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone
    into seat
    from job j
    join member m on m.org_id = j.org_id and m.id = j.member_id
    join person p on p.id = m.person_id
    join organisation o on o.id = j.org_id
   where j.id = p_job and j.state = 'running';
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
    seat.locale, seat.time_zone, false, false, 'bearer'::text, mine, seat.workflow_version;
end $$;
revoke all on function enter_job(uuid) from public;
grant execute on function enter_job(uuid) to auth;
