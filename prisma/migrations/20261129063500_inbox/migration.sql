-- Where a notification is: in the inbox, archived, or away until a time; what it is about for its reader's choices; and
-- when the next of what is sent of it is due. The inbox is ordered by `arrived_at`.
alter table notification
  add column topic text,
  add column in_app boolean not null default true,
  add column arrived_at timestamptz(3),
  add column archived_at timestamptz(3),
  add column snoozed_until timestamptz(3),
  add column deliver_at timestamptz(3),
  add column mailed_at timestamptz(3),
  add column pushed_at timestamptz(3);
update notification set arrived_at = created_at;
alter table notification alter column deliver_at set default now();
create index notification_to_send on notification (deliver_at) where deliver_at is not null;
create index notification_snoozed on notification (snoozed_until) where snoozed_until is not null;
-- Each is said once of each date.
create unique index notification_due_once on notification (org_id, member_id, task_id, kind, (data ->> 'due'))
  where kind in ('task.due_soon', 'task.overdue');

-- What a member wants to be told of, and how. Without a row: as lib/notification/vocabulary.ts says. Hours are the person's.
create table notification_setting (
  org_id uuid not null default app_org_id(),
  member_id uuid not null default app_member_id(),
  events jsonb not null default '{}',
  projects jsonb not null default '{}',
  emails boolean not null default true,
  digest_hour smallint not null default 8 constraint notification_setting_digest_hour_check check (digest_hour between 0 and 23),
  quiet_from text,
  quiet_to text,
  constraint notification_setting_pkey primary key (org_id, member_id)
);
alter table notification_setting add constraint notification_setting_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table notification_setting enable row level security;
alter table notification_setting force row level security;
do $$ begin
  execute format('create policy owner_all on notification_setting to %I using (true) with check (true)', current_user);
end $$;
grant select, insert, update (events, projects, emails, digest_hour, quiet_from, quiet_to) on notification_setting to tenant;
create policy tenant_all on notification_setting to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()));
-- Whoever follows the link of an email stops further ones, without signing in.
grant select (org_id, member_id, emails), insert (org_id, member_id, emails), update (emails) on notification_setting to worker;
create policy worker_all on notification_setting to worker using (true) with check (true);

-- What its reader does not want is not written, or not shown. Whoever causes a notification may not read these choices.
create function place_notification() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare own record; level text;
begin
  new.arrived_at := coalesce(new.arrived_at, new.created_at);
  if new.topic is null then
    new.deliver_at := null;
    return new;
  end if;
  select s.events, s.projects into own from notification_setting s where s.org_id = new.org_id and s.member_id = new.member_id;
  if not found then return new; end if;
  new.in_app := coalesce((own.events -> new.topic ->> 'in_app')::boolean, true);
  if own.projects = '{}' then return new; end if;
  level := own.projects ->> coalesce(new.data ->> 'project_id',
    (select t.project_id::text from task t where t.org_id = new.org_id and t.id = new.task_id));
  if level = 'mute' then return null; end if;
  if level = 'mine' and new.topic in ('commented', 'moved', 'file') and not exists (
    select from task t where t.org_id = new.org_id and t.id = new.task_id and (t.created_by_id = new.member_id
      or exists (select from task_assignee a where a.org_id = t.org_id and a.task_id = t.id and a.member_id = new.member_id)))
    then return null; end if;
  return new;
end $$;
revoke all on function place_notification() from public;
create trigger place_notification before insert on notification for each row execute function place_notification();

-- Whose notifications came back from being away: they are unread again, and newest.
create function wake_notifications() returns table (org_id uuid, member_id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with woken as (
    update notification n set snoozed_until = null where n.snoozed_until <= now() returning n.org_id, n.member_id)
  select distinct w.org_id, w.member_id from woken w
$$;

-- Members something may have to be sent to. Who is not there any more gets nothing, nor is anything sent a week late.
-- What could not be sent is tried again after five minutes.
create function claim_notifications(p_most int) returns table (org_id uuid, member_id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with due as (
    select n.id, n.created_at > now() - interval '7 days' and m.approval = 1 and m.deactivated_at is null and m.person_id is not null
           and o.deleted_at is null as wanted
      from notification n
      join member m on m.org_id = n.org_id and m.id = n.member_id
      join organisation o on o.id = n.org_id
     where n.deliver_at <= now()
     order by n.deliver_at limit p_most for update of n skip locked),
  claimed as (
    update notification n set deliver_at = case when due.wanted then now() + interval '5 minutes' end
      from due where n.id = due.id returning n.org_id, n.member_id, due.wanted)
  select distinct c.org_id, c.member_id from claimed c where c.wanted
$$;

-- Assignees of open tasks, the day before the due date or on it, and after it: once for each date. Days are the person's.
create function notice_due_tasks() returns table (org_id uuid, member_id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with due as (
    select t.org_id, t.id as task_id, a.member_id, t.due_date, (now() at time zone p.time_zone)::date as today
      from task t
      join organisation o on o.id = t.org_id and o.deleted_at is null
      join project j on j.org_id = t.org_id and j.id = t.project_id and j.deleted_at is null and j.status <> 'archived'
      join task_assignee a on a.org_id = t.org_id and a.task_id = t.id
      join member m on m.org_id = a.org_id and m.id = a.member_id and m.approval = 1 and m.deactivated_at is null
      join person p on p.id = m.person_id
     where t.deleted_at is null and t.status <> 4 and t.due_date between current_date - 4 and current_date + 2),
  noticed as (
    insert into notification (id, org_id, member_id, task_id, kind, topic, data)
    select gen_random_uuid(), d.org_id, d.member_id, d.task_id, 'task.' || k.topic, k.topic,
           jsonb_build_object('due', to_char(d.due_date, 'YYYY-MM-DD'))
      from due d cross join lateral (
        select case when d.due_date < d.today then 'overdue' when d.due_date <= d.today + 1 then 'due_soon' end as topic) k
     where k.topic is not null and d.due_date >= d.today - 3
    on conflict do nothing
    returning notification.org_id, notification.member_id)
  select distinct n.org_id, n.member_id from noticed n
$$;
revoke all on function wake_notifications() from public;
revoke all on function claim_notifications(int) from public;
revoke all on function notice_due_tasks() from public;
grant execute on function wake_notifications() to worker;
grant execute on function claim_notifications(int) to worker;
grant execute on function notice_due_tasks() to worker;
