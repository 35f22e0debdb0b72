-- Meetings. A series that was split is one row for each of its parts, which share `series_id`; which moments its rule means is
-- counted by the program, so a row holds the rule and the first and last start.
create table meeting (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  series_id uuid not null,
  project_id uuid,
  audience text not null constraint meeting_audience_check check (audience in ('internal', 'client')),
  organiser_id uuid,
  title text not null,
  place text not null default '',
  url text not null default '',
  starts_at timestamptz(3) not null,
  time_zone text not null,
  minutes int not null constraint meeting_minutes_check check (minutes between 1 and 20160),
  all_day boolean not null default false,
  -- As it was written, and without its end; null: once.
  rule text constraint meeting_rule_check check (char_length(rule) <= 500),
  core text constraint meeting_core_check check (char_length(core) <= 500),
  -- When the last one begins; null: there is no last one.
  ends_at timestamptz(3),
  reminders int[] not null default '{}',
  cancelled_at timestamptz(3),
  reason text not null default '',
  -- Of what was sent to calendars.
  sequence int not null default 0,
  -- When the next reminder is due, and of which meeting.
  remind_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint meeting_pkey primary key (id),
  constraint meeting_once_check check (core is not null or ends_at is not null)
);
create unique index meeting_org_id_id_key on meeting (org_id, id);
create index meeting_org_id_starts_at_idx on meeting (org_id, starts_at);
create index meeting_org_id_series_id_idx on meeting (org_id, series_id);
create index meeting_org_id_project_id_idx on meeting (org_id, project_id);
create index meeting_remind on meeting (remind_at) where remind_at is not null;
alter table meeting add constraint meeting_org_id_fkey
  foreign key (org_id) references organisation (id) on delete cascade on update cascade;
alter table meeting add constraint meeting_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table meeting add constraint meeting_org_id_organiser_id_fkey
  foreign key (org_id, organiser_id) references member (org_id, id) on delete no action on update no action;

-- One meeting of a series that is not as the others, by when it would have begun.
create table meeting_exception (
  org_id uuid not null default app_org_id(),
  meeting_id uuid not null,
  start timestamptz(3) not null,
  cancelled boolean not null default false,
  reason text not null default '',
  starts_at timestamptz(3),
  minutes int constraint meeting_exception_minutes_check check (minutes between 1 and 20160),
  title text,
  place text,
  url text,
  sequence int not null default 1,
  constraint meeting_exception_pkey primary key (org_id, meeting_id, start)
);
alter table meeting_exception add constraint meeting_exception_org_id_meeting_id_fkey
  foreign key (org_id, meeting_id) references meeting (org_id, id) on delete cascade on update cascade;

create table meeting_attendee (
  org_id uuid not null default app_org_id(),
  meeting_id uuid not null,
  member_id uuid not null,
  answer text constraint meeting_attendee_answer_check check (answer in ('yes', 'no', 'maybe')),
  note text not null default '',
  answered_at timestamptz(3),
  constraint meeting_attendee_pkey primary key (org_id, meeting_id, member_id)
);
create index meeting_attendee_org_id_member_id_idx on meeting_attendee (org_id, member_id);
alter table meeting_attendee add constraint meeting_attendee_org_id_meeting_id_fkey
  foreign key (org_id, meeting_id) references meeting (org_id, id) on delete cascade on update cascade;
alter table meeting_attendee add constraint meeting_attendee_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- An answer for one meeting of a series.
create table meeting_answer (
  org_id uuid not null default app_org_id(),
  meeting_id uuid not null,
  member_id uuid not null,
  start timestamptz(3) not null,
  answer text not null constraint meeting_answer_answer_check check (answer in ('yes', 'no', 'maybe')),
  note text not null default '',
  constraint meeting_answer_pkey primary key (org_id, meeting_id, member_id, start)
);
alter table meeting_answer add constraint meeting_answer_org_id_meeting_id_member_id_fkey
  foreign key (org_id, meeting_id, member_id) references meeting_attendee (org_id, meeting_id, member_id) on delete cascade on update cascade;

-- A line of an agenda, with what was said about it. `start`: of one meeting of a series.
create table agenda_item (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  meeting_id uuid not null,
  start timestamptz(3),
  rank text not null collate "C",
  audience text not null constraint agenda_item_audience_check check (audience in ('internal', 'client')),
  title text not null,
  minutes int constraint agenda_item_minutes_check check (minutes between 1 and 1440),
  notes text not null default '',
  owner_id uuid,
  done boolean not null default false,
  decision boolean not null default false,
  decided_at timestamptz(3),
  task_id uuid,
  created_by_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint agenda_item_pkey primary key (id)
);
create unique index agenda_item_org_id_id_key on agenda_item (org_id, id);
create index agenda_item_org_id_meeting_id_rank_idx on agenda_item (org_id, meeting_id, rank);
create index agenda_item_org_id_decided_at_idx on agenda_item (org_id, decided_at);
create index agenda_item_org_id_task_id_idx on agenda_item (org_id, task_id);
alter table agenda_item add constraint agenda_item_org_id_meeting_id_fkey
  foreign key (org_id, meeting_id) references meeting (org_id, id) on delete cascade on update cascade;
alter table agenda_item add constraint agenda_item_org_id_owner_id_fkey
  foreign key (org_id, owner_id) references member (org_id, id) on delete no action on update no action;
alter table agenda_item add constraint agenda_item_org_id_created_by_id_fkey
  foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action;
alter table agenda_item add constraint agenda_item_org_id_task_id_fkey
  foreign key (org_id, task_id) references task (org_id, id) on delete set null (task_id) on update cascade;

-- A private address of a calendar: it is looked up by its hash, and kept sealed for its owner. `project_id` null: all meetings of the
-- person, in all of their organisations.
create table calendar_feed (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  member_id uuid not null,
  project_id uuid,
  token_hash text not null,
  sealed text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint calendar_feed_pkey primary key (id)
);
create unique index calendar_feed_token_hash_key on calendar_feed (token_hash);
create index calendar_feed_org_id_member_id_idx on calendar_feed (org_id, member_id);
alter table calendar_feed add constraint calendar_feed_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table calendar_feed add constraint calendar_feed_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;

-- The meetings that one is invited to, which the policy of their attendees would ask in a circle.
create function app_meeting_ids() returns uuid[] language sql stable security definer set search_path = pg_catalog, public as $$
  select array(select a.meeting_id from meeting_attendee a where a.org_id = app_org_id() and a.member_id = app_member_id())
$$;
revoke all on function app_meeting_ids() from public;
grant execute on function app_meeting_ids() to tenant;

do $$
declare
  t text;
  own_org text := 'org_id = (select app_org_id())';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
  invited text := 'id = any ((select app_meeting_ids())::uuid[])';
  seen text := own_org || ' and (' || invited || ' or (not (select app_is_client()) and ((select app_sees_every_project())'
    || ' or project_id = any ((select app_project_ids())::uuid[])))) and (not (select app_is_client()) or audience = ''client'')';
  with_meeting text;
  ruled text;
begin
  foreach t in array array['meeting', 'meeting_exception', 'meeting_attendee', 'meeting_answer', 'agenda_item', 'calendar_feed'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
  execute format('create policy tenant_select on meeting for select to tenant using (%s)', seen);
  -- Who makes one has not invited anybody yet.
  execute format('create policy tenant_insert on meeting for insert to tenant with check (%s and %s)', own_org, team);
  execute format('create policy tenant_update on meeting for update to tenant using (%1$s and %2$s) with check (%3$s and %2$s)', seen, team, own_org);
  execute format('create policy tenant_delete on meeting for delete to tenant using (%s and %s)', seen, team);
  foreach t in array array['meeting_exception', 'meeting_attendee', 'meeting_answer', 'agenda_item'] loop
    with_meeting := format('%s and exists (select from meeting m where m.org_id = %2$I.org_id and m.id = %2$I.meeting_id)', own_org, t);
    ruled := case t when 'meeting_exception' then team
      -- One's own answer, and whom the team invites.
      when 'meeting_attendee' then format('(%s or (member_id = (select app_member_id()) and (select app_role()) <> ''observer''))', team)
      when 'meeting_answer' then format('(%s or (member_id = (select app_member_id()) and (select app_role()) <> ''observer''))', team)
      else team end;
    if t = 'agenda_item' then with_meeting := with_meeting || ' and (not (select app_is_client()) or audience = ''client'')'; end if;
    execute format('create policy tenant_select on %I for select to tenant using (%s)', t, with_meeting);
    execute format('create policy tenant_insert on %I for insert to tenant with check (%s and %s)', t,
      case t when 'meeting_attendee' then own_org else with_meeting end, ruled);
    execute format('create policy tenant_update on %I for update to tenant using (%2$s and %3$s) with check (%4$s and %3$s)', t, with_meeting, ruled, own_org);
    execute format('create policy tenant_delete on %I for delete to tenant using (%s and %s)', t, with_meeting, ruled);
  end loop;
  execute format('create policy tenant_all on calendar_feed to tenant using (%1$s and member_id = (select app_member_id()))'
    ' with check (%1$s and member_id = (select app_member_id()))', own_org);
end $$;
create policy tenant_not_deleted on meeting as restrictive to tenant
  using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
  with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])));
grant select, insert, update, delete on meeting, meeting_exception, meeting_attendee, meeting_answer, agenda_item, calendar_feed to tenant;

-- When people are busy, of meetings that the caller does not see too: times and nothing else, and nothing for clients.
create function busy_times(p_members uuid[], p_from timestamptz, p_to timestamptz)
returns table (member_id uuid, starts_at timestamptz, time_zone text, minutes int, all_day boolean, core text, ends_at timestamptz,
  exceptions jsonb, declined jsonb)
language sql stable security definer set search_path = pg_catalog, public as $$
  select a.member_id, m.starts_at, m.time_zone, m.minutes, m.all_day, m.core, m.ends_at,
         (select coalesce(jsonb_agg(jsonb_build_object('start', extract(epoch from e.start) * 1000, 'cancelled', e.cancelled,
             'startsAt', extract(epoch from e.starts_at) * 1000, 'minutes', e.minutes)), '[]')
            from meeting_exception e where e.org_id = m.org_id and e.meeting_id = m.id),
         -- What one said no to is free again; what one accepted although the series was declined is not.
         (select coalesce(jsonb_agg(jsonb_build_object('start', extract(epoch from w.start) * 1000, 'answer', w.answer)), '[]')
            from meeting_answer w where w.org_id = m.org_id and w.meeting_id = m.id and w.member_id = a.member_id)
           || case when a.answer = 'no' then '[{"start": null, "answer": "no"}]'::jsonb else '[]'::jsonb end
    from meeting_attendee a
    join meeting m on m.org_id = a.org_id and m.id = a.meeting_id and m.cancelled_at is null
   where a.org_id = app_org_id() and not app_is_client() and a.member_id = any (p_members)
     and (m.project_id is null or m.project_id <> all (app_hidden_project_ids()))
     and (m.starts_at < p_to or exists (select from meeting_exception e where e.org_id = m.org_id and e.meeting_id = m.id))
     and (m.ends_at is null or m.ends_at + make_interval(mins => m.minutes + 1500) > p_from
          or exists (select from meeting_exception e where e.org_id = m.org_id and e.meeting_id = m.id and e.starts_at < p_to))
$$;
revoke all on function busy_times(uuid[], timestamptz, timestamptz) from public;
grant execute on function busy_times(uuid[], timestamptz, timestamptz) to tenant;

-- Whoever has the address reads as the person who made it, with the rights of now; without it, once it is revoked, as nobody.
grant select on calendar_feed to auth;
create policy auth_read on calendar_feed for select to auth using (true);
create function enter_feed(p_feed uuid, p_org uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select o.id as org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, o.workflow_version, m.id as member_id, m.person_id, m.role,
         m.approval, m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone
    into seat
    from calendar_feed f
    join member own on own.org_id = f.org_id and own.id = f.member_id
    join person p on p.id = own.person_id
    join member m on m.org_id = p_org and m.person_id = p.id
    join organisation o on o.id = m.org_id and o.verified_at is not null
   where f.id = p_feed and own.approval = 1 and own.deactivated_at is null and (f.project_id is null or p_org = f.org_id);
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
revoke all on function enter_feed(uuid, uuid) from public;
grant execute on function enter_feed(uuid, uuid) to auth;

-- Reminders: the program counts which meeting is next, the schedule claims what is due across organisations.
create function claim_reminders(p_most int) returns table (id uuid, title text, starts_at timestamptz, time_zone text, minutes int,
  all_day boolean, core text, ends_at timestamptz, reminders int[], remind_at timestamptz, exceptions jsonb)
language sql volatile security definer set search_path = pg_catalog, public as $$
  select m.id, m.title, m.starts_at, m.time_zone, m.minutes, m.all_day, m.core, m.ends_at, m.reminders, m.remind_at,
         (select coalesce(jsonb_agg(jsonb_build_object('start', extract(epoch from e.start) * 1000, 'cancelled', e.cancelled,
             'startsAt', extract(epoch from e.starts_at) * 1000, 'minutes', e.minutes, 'title', e.title)), '[]')
            from meeting_exception e where e.org_id = m.org_id and e.meeting_id = m.id)
    from meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
   where m.remind_at <= now() order by m.remind_at limit p_most for update of m skip locked
$$;
-- Whoever said no to it is left alone. `p_at` null: nothing is due, only the next one is another.
create function remind_of_meeting(p_meeting uuid, p_start timestamptz, p_at timestamptz, p_title text, p_next timestamptz)
returns table (org_id uuid, member_id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with planned as (update meeting m set remind_at = p_next where m.id = p_meeting returning m.org_id, m.id, m.cancelled_at, m.project_id)
  insert into notification (id, org_id, member_id, kind, topic, data)
  select gen_random_uuid(), a.org_id, a.member_id, 'meeting.reminder', 'meeting',
         jsonb_build_object('meeting_id', p_meeting, 'title', p_title, 'starts_at', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from planned p
    join meeting_attendee a on a.org_id = p.org_id and a.meeting_id = p.id
    join member m on m.org_id = a.org_id and m.id = a.member_id and m.approval = 1 and m.deactivated_at is null
    left join meeting_answer w on w.org_id = a.org_id and w.meeting_id = a.meeting_id and w.member_id = a.member_id and w.start = p_start
   where p_at is not null and p.cancelled_at is null and coalesce(w.answer, a.answer, '') <> 'no'
     and not exists (select from project j where j.org_id = p.org_id and j.id = p.project_id and (j.deleted_at is not null or j.status = 'archived'))
  returning notification.org_id, notification.member_id
$$;
revoke all on function claim_reminders(int) from public;
revoke all on function remind_of_meeting(uuid, timestamptz, timestamptz, text, timestamptz) from public;
grant execute on function claim_reminders(int) to worker;
grant execute on function remind_of_meeting(uuid, timestamptz, timestamptz, text, timestamptz) to worker;
