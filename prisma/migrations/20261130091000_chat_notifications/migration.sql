-- Notifications about what was said in a room: seen by whoever sees the room, and gone with the message.
alter table notification
  add column room_id uuid,
  add column message_id uuid,
  add constraint notification_of_message check ((room_id is null) = (message_id is null)),
  add constraint notification_org_id_room_id_message_id_fkey foreign key (org_id, room_id, message_id)
    references message (org_id, room_id, id) on delete cascade on update cascade;
create index notification_of_message_idx on notification (org_id, room_id, message_id) where room_id is not null;
create index notification_unread_in_room on notification (org_id, member_id, room_id) where room_id is not null and read_at is null;

alter policy tenant_select on notification using (org_id = (select app_org_id())
  and member_id = (select app_member_id())
  and (task_id is null or exists (select from task t where t.org_id = notification.org_id and t.id = notification.task_id))
  and (room_id is null or exists (select from room r where r.org_id = notification.org_id and r.id = notification.room_id)));

-- As before, and of a room: whoever has muted it is told nothing, and who has it open reads it before anything is sent.
create or replace function place_notification() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare own record; level text;
begin
  new.arrived_at := coalesce(new.arrived_at, new.created_at);
  if new.topic is null then
    new.deliver_at := null;
    return new;
  end if;
  if new.room_id is not null then
    if exists (select from room_reading r where r.org_id = new.org_id and r.room_id = new.room_id and r.member_id = new.member_id and r.muted) then
      return null;
    end if;
    new.deliver_at := new.deliver_at + interval '10 seconds';
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

-- What was read where it was said is read in the inbox; what comes back later stays away.
create function read_notifications() returns trigger
language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update notification n set read_at = now(), deliver_at = null
    from message m
   where n.org_id = new.org_id and n.member_id = new.member_id and n.room_id = new.room_id and n.read_at is null
     and coalesce(n.snoozed_until <= now(), true)
     and m.org_id = n.org_id and m.id = n.message_id and m.seq <= new.seq;
  return null;
end $$;
revoke all on function read_notifications() from public;
create trigger read_notifications after insert or update of seq on room_reading for each row execute function read_notifications();

-- Everybody in a room, for whoever is in it: `@room` calls those too whom its writer does not see.
create function people_of_room(p_room uuid) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public as $$
  select array_agg(m.id)
    from room r join member m on m.org_id = r.org_id and m.role <> 'observer' and m.approval = 1 and m.deactivated_at is null
   where r.org_id = app_org_id() and r.id = p_room and case
     when r.kind = 'organisation' then m.role <> 'client'
     when r.kind in ('group', 'direct') then
       exists (select from room_member i where i.org_id = r.org_id and i.room_id = r.id and i.member_id = m.id)
     else (r.kind = 'project_clients' or m.role <> 'client')
       and exists (select from project_member i where i.org_id = r.org_id and i.project_id = r.project_id and i.member_id = m.id) end
  having bool_or(m.id = app_member_id())
$$;
revoke all on function people_of_room(uuid) from public;
grant execute on function people_of_room(uuid) to tenant;
