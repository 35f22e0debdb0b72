-- Work that goes on after the answer: emails, imports, exports. Claimed by the worker, run as the member who asked for it.
create table job (
  id uuid not null primary key,
  org_id uuid default app_org_id(),
  member_id uuid,
  kind text not null,
  lane text not null,
  sealed text not null,
  about jsonb not null default '{}',
  shared boolean not null default false,
  state text not null default 'waiting',
  done integer not null default 0,
  total integer not null default 0,
  cursor jsonb,
  result jsonb,
  attempts integer not null default 0,
  last_error text,
  cancel_asked boolean not null default false,
  run_at timestamptz(3) not null default current_timestamp,
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  constraint job_state check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  constraint job_of_member check (member_id is null or org_id is not null)
);
create unique index job_org_id_id_key on job (org_id, id);
create index job_org_id_created_at_idx on job (org_id, created_at);
create index job_org_id_member_id_idx on job (org_id, member_id);
create index job_due on job (lane, run_at) where state in ('waiting', 'running');
alter table job add constraint job_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- The pieces of a file that a job makes, in order.
create table job_part (
  org_id uuid not null default app_org_id(),
  job_id uuid not null,
  number integer not null,
  text text not null,
  constraint job_part_pkey primary key (org_id, job_id, number)
);
alter table job_part add constraint job_part_org_id_job_id_fkey foreign key (org_id, job_id) references job (org_id, id) on delete cascade on update cascade;

do $$
declare t text;
begin
  foreach t in array array['job', 'job_part'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

grant select, insert, update, delete on job, job_part to worker;
create policy worker_all on job to worker using (true) with check (true);
create policy worker_all on job_part to worker using (true) with check (true);

-- Before there is a seat only what runs as nobody is queued, such as an email with a code.
grant insert, select (id, org_id, member_id, state) on job to auth;
create policy auth_insert on job for insert to auth with check (member_id is null);
create policy auth_read on job for select to auth using (state = 'running');

-- One's own, and what is shared with those who look after the organisation; what it holds is read by the worker alone.
grant insert, select (id, org_id, member_id, kind, lane, about, shared, state, done, total, cursor, result, attempts, last_error,
                      cancel_asked, run_at, created_at, finished_at),
      update (state, done, total, cursor, cancel_asked, run_at, finished_at) on job to tenant;
create policy tenant_insert on job for insert to tenant with check (org_id = (select app_org_id())
  and (member_id is null or member_id = (select app_member_id())));
create policy tenant_select on job for select to tenant using (org_id = (select app_org_id())
  and (member_id = (select app_member_id())
       or (shared and (member_id is not null or state <> 'done') and (select app_role()) in ('admin', 'subadmin'))));
create policy tenant_update on job for update to tenant
  using (org_id = (select app_org_id()) and state <> 'done'
    and (member_id = (select app_member_id()) or (shared and (select app_role()) in ('admin', 'subadmin'))))
  with check (org_id = (select app_org_id()));

grant select, insert on job_part to tenant;
create policy tenant_select on job_part for select to tenant using (org_id = (select app_org_id())
  and exists (select from job j where j.org_id = job_part.org_id and j.id = job_part.job_id));
create policy tenant_insert on job_part for insert to tenant with check (org_id = (select app_org_id())
  and exists (select from job j where j.org_id = job_part.org_id and j.id = job_part.job_id
    and j.member_id = (select app_member_id())));

-- The seat of whoever asked for a job that runs, with the rights of now; no session, so nobody is seen by it.
create function enter_job(p_job uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[]
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select j.org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, j.member_id, m.person_id, m.role, m.approval,
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
    seat.locale, seat.time_zone, false, false, 'bearer'::text, mine;
end $$;
revoke all on function enter_job(uuid) from public;
grant execute on function enter_job(uuid) to auth;

-- Emails that wait go on as jobs; those that left are forgotten within a day anyway.
insert into job (id, org_id, kind, lane, sealed, about, shared, state, attempts, last_error, run_at, created_at, finished_at)
select id, org_id, 'mail', case when template = 'invitation' then 'bulk' else 'mail' end, payload ->> 'sealed',
       json_build_object('to', recipient, 'template', template), true,
       case when isfinite(available_at) then 'waiting' else 'failed' end, attempts, last_error,
       case when isfinite(available_at) then available_at else now() end, created_at,
       case when isfinite(available_at) then null else now() end
  from outbox where kind = 'mail' and delivered_at is null and payload ? 'sealed';
delete from outbox where kind = 'mail';
drop policy tenant_select on outbox;
drop policy tenant_update on outbox;
revoke select (id, org_id, kind, recipient, template, attempts, last_error, created_at, available_at, delivered_at),
       update (available_at) on outbox from tenant;
drop index outbox_unsent_mail;
alter table outbox drop column recipient, drop column template;
