-- Threads are read each by itself: whoever reads the room has not been shown what is said in them. `since`: what was said in
-- threads before somebody came is not new to them.
alter table room_reading add column since integer not null default 0;
update room_reading set since = seq where seq > 0;

-- How far a member was shown a thread. No row: what was said there since they came is new.
create table thread_reading (
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  thread_id uuid not null,
  member_id uuid not null,
  seq integer not null default 0,
  constraint thread_reading_pkey primary key (org_id, thread_id, member_id)
);
create index thread_reading_org_id_member_id_idx on thread_reading (org_id, member_id);
alter table thread_reading
  add constraint thread_reading_org_id_room_id_thread_id_fkey foreign key (org_id, room_id, thread_id) references message (org_id, room_id, id) on delete cascade on update cascade,
  add constraint thread_reading_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table thread_reading enable row level security;
alter table thread_reading force row level security;
do $$ begin
  execute format('create policy owner_all on thread_reading to %I using (true) with check (true)', current_user);
end $$;
create policy tenant_all on thread_reading to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id())
    and exists (select from room r where r.org_id = thread_reading.org_id and r.id = thread_reading.room_id));
grant select, insert, update (seq) on thread_reading to tenant;

-- Of a mention in a thread: its member was not shown it yet. Those outside of threads are read with the room.
alter table message_mention add column unread boolean not null default false;
update message_mention mm set unread = true from message m
 where m.org_id = mm.org_id and m.id = mm.message_id and m.thread_id is not null and mm.seq > coalesce((select r.seq from room_reading r
   where r.org_id = mm.org_id and r.room_id = mm.room_id and r.member_id = mm.member_id), 0);
create index message_mention_unread on message_mention (org_id, member_id, room_id) where unread;
create index message_calling_in_thread on message (org_id, room_id, seq) where calls_room and thread_id is not null;
create policy tenant_update on message_mention for update to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()));
grant update (unread) on message_mention to tenant;

-- As before, outside of threads.
create or replace function read_notifications() returns trigger
language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update notification n set read_at = now(), deliver_at = null
    from message m
   where n.org_id = new.org_id and n.member_id = new.member_id and n.room_id = new.room_id and n.read_at is null
     and coalesce(n.snoozed_until <= now(), true)
     and m.org_id = n.org_id and m.id = n.message_id and m.thread_id is null and m.seq <= new.seq;
  return null;
end $$;

-- The same of one thread, and whom it calls.
create function read_thread() returns trigger
language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update notification n set read_at = now(), deliver_at = null
    from message m
   where n.org_id = new.org_id and n.member_id = new.member_id and n.room_id = new.room_id and n.read_at is null
     and coalesce(n.snoozed_until <= now(), true)
     and m.org_id = n.org_id and m.id = n.message_id and m.thread_id = new.thread_id and m.seq <= new.seq;
  update message_mention mm set unread = mm.seq > new.seq
    from message m
   where m.org_id = new.org_id and m.thread_id = new.thread_id and mm.org_id = m.org_id and mm.message_id = m.id
     and mm.member_id = new.member_id and mm.unread <> (mm.seq > new.seq);
  return null;
end $$;
revoke all on function read_thread() from public;
create trigger read_thread after insert or update of seq on thread_reading for each row execute function read_thread();

create or replace function start_reading() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'project_member' then
    insert into room_reading (org_id, room_id, member_id, seq, place, since)
      select r.org_id, r.id, new.member_id, r.last_seq, r.last_place, r.last_seq from room r
       where r.org_id = new.org_id and r.project_id = new.project_id and r.last_seq > 0 on conflict do nothing;
  elsif tg_table_name = 'room_member' then
    insert into room_reading (org_id, room_id, member_id, seq, place, since)
      select r.org_id, r.id, new.member_id, r.last_seq, r.last_place, r.last_seq from room r
       where r.org_id = new.org_id and r.id = new.room_id and r.last_seq > 0 on conflict do nothing;
  else
    insert into room_reading (org_id, room_id, member_id, seq, place, since)
      select r.org_id, r.id, new.id, r.last_seq, r.last_place, r.last_seq from room r
       where r.org_id = new.org_id and r.kind = 'organisation' and r.last_seq > 0 on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function start_observing() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  insert into room_reading (org_id, room_id, member_id, seq, place, since)
    select r.org_id, r.id, new.id, r.last_seq, r.last_place, r.last_seq from room r
     where r.org_id = new.org_id and r.project_id is not null and r.last_seq > 0 on conflict do nothing;
  return null;
end $$;
