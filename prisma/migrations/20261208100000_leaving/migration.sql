-- What a membership carried ends with it: who comes back begins anew. Of watching a row stays, so that undoing what ended it
-- brings it back, and so that creators and assignees, who watch without a row, do not watch again by themselves.
alter table task_watcher add column watched_before boolean, add column ended_at timestamptz(3),
  add constraint task_watcher_ended_check check ((ended_at is null) = (watched_before is null) and (ended_at is null or not watching));

-- Of a member, in a project or everywhere: what they no longer see, or all.
create function end_watching(p_org uuid, p_member uuid, p_project uuid, p_all boolean) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into task_watcher (org_id, task_id, member_id, project_id, audience, watching, watched_before, ended_at)
  select t.org_id, t.id, m.id, t.project_id, t.audience, false, true, now()
    from member m join task t on t.org_id = m.org_id and (p_project is null or t.project_id = p_project)
     and (t.created_by_id = m.id
       or t.id in (select a.task_id from task_assignee a where a.org_id = m.org_id and a.member_id = m.id)
       or t.id in (select w.task_id from task_watcher w where w.org_id = m.org_id and w.member_id = m.id))
   where m.org_id = p_org and m.id = p_member
     and (p_all or (m.role = 'client' and t.audience <> 'client')
       or (m.role not in ('admin', 'subadmin', 'observer') and not exists (select from project_member pm
             where pm.org_id = m.org_id and pm.project_id = t.project_id and pm.member_id = m.id)))
  on conflict (org_id, task_id, member_id) do update
    set watching = false, watched_before = task_watcher.watching, ended_at = now() where task_watcher.ended_at is null
$$;

-- A task that clients no longer see, or that went to another project, is not watched by those who lost it.
create function end_watching_of_task() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  insert into task_watcher (org_id, task_id, member_id, project_id, audience, watching, watched_before, ended_at)
  select new.org_id, new.id, m.id, new.project_id, new.audience, false, true, now()
    from member m
   where m.org_id = new.org_id and (m.id = new.created_by_id
       or m.id in (select a.member_id from task_assignee a where a.org_id = new.org_id and a.task_id = new.id)
       or m.id in (select w.member_id from task_watcher w where w.org_id = new.org_id and w.task_id = new.id))
     and ((m.role = 'client' and new.audience <> 'client')
       or (m.role not in ('admin', 'subadmin', 'observer') and not exists (select from project_member pm
             where pm.org_id = new.org_id and pm.project_id = new.project_id and pm.member_id = m.id)))
  on conflict (org_id, task_id, member_id) do update
    set watching = false, watched_before = task_watcher.watching, ended_at = now() where task_watcher.ended_at is null;
  return null;
end $$;
create trigger end_watching_of_task after update of audience, project_id on task for each row
  when ((old.audience = 'client' and new.audience <> 'client') or old.project_id <> new.project_id)
  execute function end_watching_of_task();

-- Who takes part anew, chooses anew or is given the task anew begins as if nothing had been; who chose not to watch goes on so.
create function begin_watching() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  delete from task_watcher w
   where w.org_id = new.org_id and w.task_id = new.task_id and w.member_id = new.member_id and w.ended_at is not null;
  return new;
end $$;
create trigger begin_watching before insert on task_watcher for each row when (new.ended_at is null) execute function begin_watching();

create function watch_what_is_given() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  delete from task_watcher w using given g
   where w.org_id = g.org_id and w.task_id = g.task_id and w.member_id = g.member_id and w.ended_at is not null;
  return null;
end $$;
create trigger watch_what_is_given after insert on task_assignee referencing new table as given
  for each statement execute function watch_what_is_given();

-- Of rooms: how far they were read, mutes, who was called, and what waits to be told of them.
create function end_reading(p_org uuid, p_member uuid, p_rooms uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from room_reading r where r.org_id = p_org and r.member_id = p_member and r.room_id = any (p_rooms);
  delete from thread_reading r where r.org_id = p_org and r.member_id = p_member and r.room_id = any (p_rooms);
  update message_mention mm set unread = false
   where mm.org_id = p_org and mm.member_id = p_member and mm.room_id = any (p_rooms) and mm.unread;
  update notification n set read_at = coalesce(n.read_at, now()), deliver_at = null
   where n.org_id = p_org and n.member_id = p_member and n.room_id = any (p_rooms) and (n.read_at is null or n.deliver_at is not null);
$$;

create function end_timer(p_org uuid, p_member uuid, p_project uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update time_entry e set ended_at = greatest(now(), e.started_at), version = e.version + 1
   where e.org_id = p_org and e.member_id = p_member and e.ended_at is null and (p_project is null or e.project_id = p_project)
$$;

create function leave_project() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare sees boolean;
begin
  select m.role in ('admin', 'subadmin', 'observer') into sees
    from member m join project p on p.org_id = m.org_id and p.id = old.project_id where m.org_id = old.org_id and m.id = old.member_id;
  -- The project itself is removed, or the person.
  if not found then return null; end if;
  perform end_watching(old.org_id, old.member_id, old.project_id, true);
  perform end_timer(old.org_id, old.member_id, old.project_id);
  perform end_reading(old.org_id, old.member_id, array(select r.id from room r where r.org_id = old.org_id and r.project_id = old.project_id));
  update notification_setting s set projects = s.projects - old.project_id::text
   where s.org_id = old.org_id and s.member_id = old.member_id and jsonb_exists(s.projects, old.project_id::text);
  update saved_view v set is_default = false
   where v.org_id = old.org_id and v.owner_id = old.member_id and v.project_id = old.project_id and v.is_default and not v.shared;
  -- What was uploaded for a text that was not sent goes with the next sweep.
  update file f set draft_at = timestamptz '1970-01-01'
   where f.org_id = old.org_id and f.project_id = old.project_id and f.uploaded_by_id = old.member_id and f.draft_at is not null;
  if not sees then
    update notification n set read_at = coalesce(n.read_at, now()), deliver_at = null
     where n.org_id = old.org_id and n.member_id = old.member_id and (n.read_at is null or n.deliver_at is not null)
       and (n.data ->> 'project_id' = old.project_id::text
         or n.task_id in (select t.id from task t where t.org_id = old.org_id and t.project_id = old.project_id));
  end if;
  return null;
end $$;
create trigger leave_project after delete on project_member for each row execute function leave_project();

create function leave_room() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform end_reading(old.org_id, old.member_id, array[old.room_id]);
  return null;
end $$;
create trigger leave_room after delete on room_member for each row execute function leave_room();

-- With another role: what it does not see. Out of the organisation: all that somebody watched, their timer, and what waits to be sent.
create function leave_role() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform end_watching(new.org_id, new.id, null, new.deactivated_at is not null);
  if new.deactivated_at is not null then
    perform end_timer(new.org_id, new.id, null);
    update notification n set deliver_at = null where n.org_id = new.org_id and n.member_id = new.id and n.deliver_at is not null;
  end if;
  return null;
end $$;
create trigger leave_role after update of role, deactivated_at on member for each row
  when (new.role <> old.role or (new.deactivated_at is not null and old.deactivated_at is null)) execute function leave_role();

revoke all on function end_watching(uuid, uuid, uuid, boolean), end_watching_of_task(), begin_watching(), watch_what_is_given(),
  end_reading(uuid, uuid, uuid[]), end_timer(uuid, uuid, uuid), leave_project(), leave_room(), leave_role() from public;

-- Who sees a task that was hidden from them by mistake watches it again, if that is undone. `p_since`: the moment of the mistake.
create function resume_watching(p_task uuid, p_since timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update task_watcher w set watching = w.watched_before, watched_before = null, ended_at = null
    from member m
   where w.org_id = app_org_id() and w.task_id = p_task and w.ended_at >= p_since - interval '5 seconds'
     and m.org_id = w.org_id and m.id = w.member_id and (m.role <> 'client' or w.audience = 'client')
     and (m.role in ('admin', 'subadmin', 'observer') or exists (select from project_member pm
           where pm.org_id = w.org_id and pm.project_id = w.project_id and pm.member_id = w.member_id))
     and (app_sees_every_project() or w.project_id = any (app_project_ids()))
$$;
revoke all on function resume_watching(uuid, timestamptz) from public;
grant execute on function resume_watching(uuid, timestamptz) to tenant;
