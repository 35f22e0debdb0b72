-- A task that is made again: each task of the series has its row, of which the last one makes the next.
create table task_recurrence (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  series_id uuid not null,
  number int not null constraint task_recurrence_number_check check (number >= 1),
  rule text not null constraint task_recurrence_rule_check check (char_length(rule) <= 200),
  mode text not null constraint task_recurrence_mode_check check (mode in ('completion', 'schedule')),
  time_zone text not null,
  starts_on date not null,
  day date not null,
  next_on date,
  skipped int not null default 0,
  due_at timestamptz(3),
  queued_at timestamptz(3),
  made_at timestamptz(3),
  created_by_id uuid not null,
  version int not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  constraint task_recurrence_pkey primary key (id)
);
create unique index task_recurrence_org_id_task_id_key on task_recurrence (org_id, task_id);
-- Each of a series is made once.
create unique index task_recurrence_org_id_series_id_number_key on task_recurrence (org_id, series_id, number);
create index task_recurrence_due on task_recurrence (due_at) where due_at is not null;
alter table task_recurrence add constraint task_recurrence_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;
alter table task_recurrence add constraint task_recurrence_org_id_created_by_id_fkey
  foreign key (org_id, created_by_id) references member (org_id, id) on delete cascade on update cascade;

alter table task_recurrence enable row level security;
alter table task_recurrence force row level security;
do $$
declare
  visible text := 'org_id = (select app_org_id()) and not (select app_is_client())'
    || ' and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  team text := '(select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')';
begin
  execute format('create policy owner_all on task_recurrence to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on task_recurrence for select to tenant using (%s)', visible);
  execute format('create policy tenant_insert on task_recurrence for insert to tenant with check (%s and %s)', visible, team);
  execute format('create policy tenant_update on task_recurrence for update to tenant using (%1$s and %2$s) with check (%1$s and %2$s)', visible, team);
  execute format('create policy tenant_delete on task_recurrence for delete to tenant using (%s and %s)', visible, team);
end $$;
create policy tenant_not_deleted on task_recurrence as restrictive to tenant
  using (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]))
  with check (org_id = (select app_org_id()) and project_id <> all ((select app_hidden_project_ids())::uuid[]));
grant select, insert, delete,
  update (rule, mode, time_zone, starts_on, next_on, skipped, due_at, made_at, created_by_id, version)
  on task_recurrence to tenant;

-- Whoever completes a task, the next one is due; not if it is opened again before that was made.
create function note_completion() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update task_recurrence r set due_at = case when new.status = 4 then now() end, queued_at = null
   where r.org_id = new.org_id and r.task_id = new.id and r.mode = 'completion' and r.made_at is null and r.next_on is not null;
  return null;
end $$;
create trigger task_completed after update of status on task for each row
  when ((old.status = 4) <> (new.status = 4)) execute function note_completion();

-- Those whose next task is due, with whom it is made as: whoever set it, or the project's leader where they may no longer.
-- What could not be made is tried again after an hour.
create function claim_recurrences(p_most int) returns table (id uuid, org_id uuid, member_id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with due as (
    select r.id, r.org_id, who.id as member_id from task_recurrence r
      join task t on t.org_id = r.org_id and t.id = r.task_id and t.deleted_at is null
      join project p on p.org_id = r.org_id and p.id = r.project_id and p.deleted_at is null and p.status <> 'archived'
      join organisation o on o.id = r.org_id and o.deleted_at is null
      cross join lateral (
        select m.id from member m
         where m.org_id = r.org_id and m.id in (r.created_by_id, p.leader_id) and m.approval = 1 and m.deactivated_at is null
           and (m.role in ('admin', 'subadmin') or m.role in ('team_leader', 'user') and exists (
             select from project_member pm where pm.org_id = m.org_id and pm.project_id = p.id and pm.member_id = m.id))
         order by m.id = r.created_by_id desc limit 1) who
     where r.due_at <= now() and r.made_at is null and r.next_on is not null
       and (r.queued_at is null or r.queued_at < now() - interval '1 hour')
     order by r.due_at limit p_most for update of r skip locked)
  update task_recurrence r set queued_at = now() from due where r.id = due.id
  returning due.id, due.org_id, due.member_id
$$;
revoke all on function claim_recurrences(int) from public;
grant execute on function claim_recurrences(int) to worker;
