-- The time zone of an organisation: days are counted in it. The check refuses names that PostgreSQL does not know.
alter table organisation add column time_zone text not null default 'UTC'
  constraint organisation_time_zone check (char_length(time_zone) <= 60 and (timestamptz '2000-01-01' at time zone time_zone) is not null);
grant update (time_zone) on organisation to tenant;

create function app_time_zone() returns text language sql stable parallel safe set search_path = pg_catalog, public
  as $$ select coalesce((select o.time_zone from organisation o where o.id = app_org_id()), 'UTC') $$;

-- A week of a member's time that nobody changes any more. It is kept as the moments that it had when it was locked, so that
-- another time zone opens nothing.
create table locked_week (
  org_id uuid not null default app_org_id(),
  member_id uuid not null,
  monday date not null constraint locked_week_monday check (extract(isodow from monday) = 1),
  begins_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  locked_by_id uuid,
  locked_at timestamptz(3) not null default current_timestamp,
  constraint locked_week_pkey primary key (org_id, member_id, monday),
  constraint locked_week_span check (ends_at > begins_at)
);
alter table locked_week add constraint locked_week_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table locked_week add constraint locked_week_org_id_locked_by_id_fkey
  foreign key (org_id, locked_by_id) references member (org_id, id) on delete no action on update no action;
create index locked_week_org_id_locked_by_id_idx on locked_week (org_id, locked_by_id);

do $$
declare
  visible text := 'org_id = (select app_org_id()) and not (select app_is_client())';
  -- Leaders those of people in projects that they lead; what somebody else locked only admins open again.
  leads text := '(select app_role()) = ''team_leader'' and locked_by_id = (select app_member_id()) and exists ('
    || 'select from project p join project_member pm on pm.org_id = p.org_id and pm.project_id = p.id'
    || ' where p.org_id = locked_week.org_id and p.leader_id = (select app_member_id()) and pm.member_id = locked_week.member_id)';
  locks text;
begin
  locks := '((select app_role()) in (''admin'', ''subadmin'') or (' || leads || '))';
  alter table locked_week enable row level security;
  alter table locked_week force row level security;
  execute format('create policy owner_all on locked_week to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on locked_week for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on locked_week for insert to tenant with check (%s and locked_by_id = (select app_member_id()) and %s)',
    visible, locks);
  execute format('create policy tenant_delete on locked_week for delete to tenant using (%s and %s)', visible, locks);
end $$;
grant select, insert, delete on locked_week to tenant;

-- Whoever locks a week and whoever writes time of the same person wait for each other.
create function hold_locked_week() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('weeks of ' || new.member_id::text, 0));
  select new.monday::timestamp at time zone o.time_zone, (new.monday + 7)::timestamp at time zone o.time_zone
    into new.begins_at, new.ends_at from organisation o where o.id = new.org_id;
  if exists (select from time_entry e where e.org_id = new.org_id and e.member_id = new.member_id and e.ended_at is null
      and e.started_at >= new.begins_at and e.started_at < new.ends_at) then
    raise exception 'A timer runs in this week' using errcode = 'GHT02';
  end if;
  return new;
end $$;
create trigger hold_locked_week before insert on locked_week for each row execute function hold_locked_week();

create function time_is_locked(p_org uuid, p_member uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from locked_week l where l.org_id = p_org and l.member_id = p_member and l.begins_at <= p_at and p_at < l.ends_at)
$$;
revoke all on function time_is_locked(uuid, uuid, timestamptz) from public;

-- Nothing is written to a locked week, by whomever: also not by taking away the task. Only what an organisation that is
-- deleted leaves goes. A task that moves takes its entries along, which stay as they are.
create function keep_locked_time() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' and (new.started_at, new.ended_at, new.note, new.member_id, new.task_id)
      is not distinct from (old.started_at, old.ended_at, old.note, old.member_id, old.task_id) then
    return new;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('weeks of ' || coalesce(new.member_id, old.member_id)::text, 0));
  if (tg_op <> 'INSERT' and time_is_locked(old.org_id, old.member_id, old.started_at))
      or (tg_op <> 'DELETE' and time_is_locked(new.org_id, new.member_id, new.started_at)) then
    if tg_op = 'DELETE' and exists (select from organisation o where o.id = old.org_id
        and (o.deleted_at is not null or o.verified_at is null)) then
      return old;
    end if;
    raise exception 'The week of this time is locked' using errcode = 'GHT01';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_locked_time before insert or update or delete on time_entry for each row execute function keep_locked_time();

-- What comes with an import is left out where its week is locked.
do $$
declare before text := pg_get_functiondef('log_imported_time(uuid, int[], uuid[])'::regprocedure);
declare after text := replace(before, 'and one.minutes between 1 and 1440',
  'and one.minutes between 1 and 1440 and not time_is_locked(b.org_id, b.created_by_id, span.began)');
begin
  if after = before then raise exception 'log_imported_time has changed'; end if;
  execute after;
end $$;

-- A task stays in the bin for as long as time of it is locked, and its project with it.
create function holds_locked_time(p_org uuid, p_task uuid, p_project uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from locked_week l join time_entry e on e.org_id = l.org_id and e.member_id = l.member_id
                    and e.started_at >= l.begins_at and e.started_at < l.ends_at
                  where l.org_id = p_org and (e.task_id = p_task or e.project_id = p_project))
$$;
revoke all on function holds_locked_time(uuid, uuid, uuid) from public;
do $$
declare before text := pg_get_functiondef('empty_bin(int)'::regprocedure);
declare after text := replace(replace(before,
  $f$ids := array(select id from task where deleted_at < now() - interval '30 days' limit p_rows);$f$,
  $f$ids := array(select id from task t where deleted_at < now() - interval '30 days'
      and not holds_locked_time(t.org_id, t.id, null) limit p_rows);$f$),
  $f$from project where deleted_at < now() - interval '30 days' order by id limit 1;$f$,
  $f$from project p where deleted_at < now() - interval '30 days'
      and not holds_locked_time(p.org_id, null, p.id) order by id limit 1;$f$);
begin
  if length(after) < length(before) + 100 then raise exception 'empty_bin has changed'; end if;
  execute after;
end $$;
