-- An observer reads the rooms of all projects without being in one: what was said before somebody became one is not unread.
create function start_observing() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  insert into room_reading (org_id, room_id, member_id, seq, place)
    select r.org_id, r.id, new.id, r.last_seq, r.last_place from room r
     where r.org_id = new.org_id and r.project_id is not null and r.last_seq > 0 on conflict do nothing;
  return null;
end $$;
revoke all on function start_observing() from public;
create trigger start_observing after insert on member for each row when (new.role = 'observer') execute function start_observing();
create trigger start_observing_later after update of role on member for each row
  when (new.role = 'observer' and old.role <> 'observer') execute function start_observing();

-- Those that are there already: of rooms in which they marked nothing, what was said before they came.
insert into room_reading (org_id, room_id, member_id, seq, place)
  select m.org_id, r.id, m.id, c.seq, c.place
    from member m join room r on r.org_id = m.org_id and r.project_id is not null and r.last_seq > 0
    cross join lateral (select c.seq, c.place from message c where c.org_id = r.org_id and c.room_id = r.id and c.created_at < m.created_at
                         order by c.created_at desc, c.id desc limit 1) c
   where m.role = 'observer' on conflict do nothing;

-- Deleted messages are not unread: they are counted behind what was read.
create index message_deleted on message (org_id, room_id, seq) where thread_id is null and deleted_at is not null;
