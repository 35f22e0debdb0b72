-- The chat: rooms, who is in them, what they said. Who sees a room of the organisation or of a project follows from what they
-- are; only groups and direct rooms have a list.
create table room (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  kind text not null,
  project_id uuid,
  name text,
  people_key text,
  created_by_id uuid,
  last_seq integer not null default 0,
  last_place integer not null default 0,
  last_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  constraint room_pkey primary key (id),
  constraint room_kind check (kind in ('organisation', 'project', 'project_clients', 'group', 'direct')),
  constraint room_of_project check ((kind in ('project', 'project_clients')) = (project_id is not null)),
  constraint room_name check ((kind = 'group') = (name is not null) and char_length(name) between 1 and 80),
  constraint room_people check ((kind = 'direct') = (people_key is not null))
);
create unique index room_org_id_id_key on room (org_id, id);
create unique index room_org_id_project_id_kind_key on room (org_id, project_id, kind);
create unique index room_org_id_people_key_key on room (org_id, people_key);
create unique index room_of_organisation on room (org_id) where kind = 'organisation';
alter table room
  add constraint room_org_id_project_id_fkey foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade,
  add constraint room_org_id_created_by_id_fkey foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action;

-- Of groups and direct rooms.
create table room_member (
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  member_id uuid not null,
  joined_at timestamptz(3) not null default current_timestamp,
  constraint room_member_pkey primary key (org_id, room_id, member_id)
);
create index room_member_org_id_member_id_room_id_idx on room_member (org_id, member_id, room_id);
alter table room_member
  add constraint room_member_org_id_room_id_fkey foreign key (org_id, room_id) references room (org_id, id) on delete cascade on update cascade,
  add constraint room_member_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- How far a member has read; nobody else sees it. No row: nothing.
create table room_reading (
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  member_id uuid not null,
  seq integer not null default 0,
  place integer not null default 0,
  muted boolean not null default false,
  constraint room_reading_pkey primary key (org_id, room_id, member_id)
);
create index room_reading_org_id_member_id_room_id_idx on room_reading (org_id, member_id, room_id);
alter table room_reading
  add constraint room_reading_org_id_room_id_fkey foreign key (org_id, room_id) references room (org_id, id) on delete cascade on update cascade,
  add constraint room_reading_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- `seq` orders all messages of a room. `place` counts those outside threads, so that unread ones are a difference.
create table message (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  seq integer not null,
  place integer not null,
  author_id uuid,
  client_id uuid not null,
  body text not null,
  body_html text not null default '',
  body_renderer smallint not null default 0,
  reply_to_id uuid,
  thread_id uuid,
  calls_room boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  words tsvector not null generated always as
    (to_tsvector('simple', search_fold(body)) || array_to_tsvector(array['room:' || room_id::text])) stored,
  constraint message_pkey primary key (id),
  constraint message_body check (char_length(body) <= 20000)
);
create unique index message_org_id_id_key on message (org_id, id);
create unique index message_org_id_room_id_id_key on message (org_id, room_id, id);
create unique index message_org_id_room_id_seq_key on message (org_id, room_id, seq);
create unique index message_org_id_author_id_client_id_key on message (org_id, author_id, client_id);
create index message_of_room on message (org_id, room_id, seq) where thread_id is null;
create index message_of_thread on message (org_id, thread_id, seq) where thread_id is not null;
create index message_calling on message (org_id, room_id, seq) where calls_room;
create index message_org_id_created_at_id_idx on message (org_id, created_at, id);
create index message_org_id_room_id_created_at_id_idx on message (org_id, room_id, created_at, id);
create index message_words_idx on message using gin (words);
alter table message
  add constraint message_org_id_room_id_fkey foreign key (org_id, room_id) references room (org_id, id) on delete cascade on update cascade,
  add constraint message_org_id_author_id_fkey foreign key (org_id, author_id) references member (org_id, id) on delete no action on update no action,
  add constraint message_org_id_room_id_reply_to_id_fkey foreign key (org_id, room_id, reply_to_id) references message (org_id, room_id, id) on delete cascade on update cascade,
  add constraint message_org_id_room_id_thread_id_fkey foreign key (org_id, room_id, thread_id) references message (org_id, room_id, id) on delete cascade on update cascade;

create table message_version (
  org_id uuid not null default app_org_id(),
  message_id uuid not null,
  version integer not null,
  body text not null,
  written_at timestamptz(3) not null,
  constraint message_version_pkey primary key (org_id, message_id, version)
);
alter table message_version add constraint message_version_org_id_message_id_fkey
  foreign key (org_id, message_id) references message (org_id, id) on delete cascade on update cascade;

create table message_reaction (
  org_id uuid not null default app_org_id(),
  message_id uuid not null,
  member_id uuid not null,
  emoji text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint message_reaction_pkey primary key (org_id, message_id, emoji, member_id),
  constraint message_reaction_emoji check (char_length(emoji) between 1 and 20)
);
create index message_reaction_org_id_member_id_idx on message_reaction (org_id, member_id);
alter table message_reaction
  add constraint message_reaction_org_id_message_id_fkey foreign key (org_id, message_id) references message (org_id, id) on delete cascade on update cascade,
  add constraint message_reaction_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

create table message_pin (
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  message_id uuid not null,
  pinned_by_id uuid,
  pinned_at timestamptz(3) not null default clock_timestamp(),
  constraint message_pin_pkey primary key (org_id, message_id)
);
create index message_pin_org_id_room_id_pinned_at_idx on message_pin (org_id, room_id, pinned_at);
alter table message_pin
  add constraint message_pin_org_id_room_id_message_id_fkey foreign key (org_id, room_id, message_id) references message (org_id, room_id, id) on delete cascade on update cascade,
  add constraint message_pin_org_id_pinned_by_id_fkey foreign key (org_id, pinned_by_id) references member (org_id, id) on delete no action on update no action;

create table message_mention (
  org_id uuid not null default app_org_id(),
  room_id uuid not null,
  message_id uuid not null,
  member_id uuid not null,
  seq integer not null,
  constraint message_mention_pkey primary key (org_id, message_id, member_id)
);
create index message_mention_org_id_member_id_room_id_seq_idx on message_mention (org_id, member_id, room_id, seq);
alter table message_mention
  add constraint message_mention_org_id_room_id_message_id_fkey foreign key (org_id, room_id, message_id) references message (org_id, room_id, id) on delete cascade on update cascade,
  add constraint message_mention_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

-- Tasks that were made of a message.
create table message_task (
  org_id uuid not null default app_org_id(),
  message_id uuid not null,
  task_id uuid not null,
  constraint message_task_pkey primary key (org_id, message_id, task_id)
);
create index message_task_org_id_task_id_idx on message_task (org_id, task_id);
alter table message_task
  add constraint message_task_org_id_message_id_fkey foreign key (org_id, message_id) references message (org_id, id) on delete cascade on update cascade,
  add constraint message_task_org_id_task_id_fkey foreign key (org_id, task_id) references task (org_id, id) on delete cascade on update cascade;

-- The groups and direct rooms that the caller is in. As the owner: a policy of `room_member` asks it.
create function app_room_ids() returns uuid[]
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(array_agg(m.room_id), '{}') from room_member m where m.org_id = app_org_id() and m.member_id = app_member_id() $$;
revoke all on function app_room_ids() from public;
grant execute on function app_room_ids() to tenant;

do $$
declare t text;
begin
  foreach t in array array['room', 'room_member', 'room_reading', 'message', 'message_version', 'message_reaction', 'message_pin',
    'message_mention', 'message_task'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

-- Admins too read the rooms of a project only as its members; observers read those of all projects, and no private ones.
create policy tenant_select on room for select to tenant using (org_id = (select app_org_id())
  and case
    when kind = 'organisation' then not (select app_is_client())
    when kind in ('group', 'direct') then (select app_role()) <> 'observer' and id = any ((select app_room_ids())::uuid[])
    else (kind = 'project_clients' or not (select app_is_client()))
      and ((select app_role()) = 'observer' or project_id = any ((select app_project_ids())::uuid[])) end);
create policy tenant_update on room for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer')
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer');
create policy tenant_not_deleted on room as restrictive to tenant
  using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
  with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])));

create policy tenant_select on room_member for select to tenant using (org_id = (select app_org_id())
  and (select app_role()) <> 'observer' and room_id = any ((select app_room_ids())::uuid[]));
create policy tenant_insert on room_member for insert to tenant with check (org_id = (select app_org_id())
  and room_id = any ((select app_room_ids())::uuid[])
  and exists (select from room r where r.org_id = room_member.org_id and r.id = room_member.room_id and r.kind = 'group')
  and exists (select from member m where m.org_id = room_member.org_id and m.id = room_member.member_id
    and m.role <> 'observer' and m.approval = 1 and m.deactivated_at is null));
create policy tenant_delete on room_member for delete to tenant using (org_id = (select app_org_id())
  and exists (select from room r where r.org_id = room_member.org_id and r.id = room_member.room_id and r.kind = 'group'
    and (room_member.member_id = (select app_member_id()) or r.created_by_id = (select app_member_id()))));

create policy tenant_all on room_reading to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id())
    and exists (select from room r where r.org_id = room_reading.org_id and r.id = room_reading.room_id));

-- Whoever leads: in the rooms of a project its leader, in the organisation's and in projects of theirs admins and sub-admins.
create function app_moderates(p_room uuid) returns boolean language sql stable as $$
  select exists (select from room r where r.org_id = app_org_id() and r.id = p_room and r.kind in ('organisation', 'project', 'project_clients')
    and (app_role() in ('admin', 'subadmin') or app_leads(r.project_id))) $$;
create policy tenant_select on message for select to tenant using (org_id = (select app_org_id())
  and exists (select from room r where r.org_id = message.org_id and r.id = message.room_id));
create policy tenant_insert on message for insert to tenant with check (org_id = (select app_org_id())
  and author_id = (select app_member_id()) and (select app_role()) <> 'observer'
  and exists (select from room r where r.org_id = message.org_id and r.id = message.room_id));
create policy tenant_update on message for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and (author_id = (select app_member_id()) or app_moderates(room_id)))
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and (author_id = (select app_member_id()) or app_moderates(room_id)));
-- A policy cannot compare with the row before: nobody puts words into another's mouth.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if new.author_id is distinct from app_member_id() then
    raise exception 'a message is its author''s' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_rewriting before update on message for each row
  when (old.body is distinct from new.body) execute function refuse_rewriting();

create policy tenant_select on message_version for select to tenant using (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_version.org_id and m.id = message_version.message_id));
create policy tenant_insert on message_version for insert to tenant with check (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_version.org_id and m.id = message_version.message_id
    and m.author_id = (select app_member_id())));

create policy tenant_select on message_reaction for select to tenant using (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_reaction.org_id and m.id = message_reaction.message_id));
create policy tenant_insert on message_reaction for insert to tenant with check (org_id = (select app_org_id())
  and member_id = (select app_member_id()) and (select app_role()) <> 'observer'
  and exists (select from message m where m.org_id = message_reaction.org_id and m.id = message_reaction.message_id and m.deleted_at is null));
create policy tenant_delete on message_reaction for delete to tenant using (org_id = (select app_org_id())
  and member_id = (select app_member_id()) and (select app_role()) <> 'observer');

create policy tenant_select on message_pin for select to tenant using (org_id = (select app_org_id())
  and exists (select from room r where r.org_id = message_pin.org_id and r.id = message_pin.room_id));
create policy tenant_insert on message_pin for insert to tenant with check (org_id = (select app_org_id())
  and pinned_by_id = (select app_member_id()) and (select app_role()) <> 'observer'
  and exists (select from message m where m.org_id = message_pin.org_id and m.id = message_pin.message_id and m.deleted_at is null));
create policy tenant_delete on message_pin for delete to tenant using (org_id = (select app_org_id())
  and (select app_role()) <> 'observer'
  and exists (select from room r where r.org_id = message_pin.org_id and r.id = message_pin.room_id));

create policy tenant_select on message_mention for select to tenant using (org_id = (select app_org_id())
  and exists (select from room r where r.org_id = message_mention.org_id and r.id = message_mention.room_id));
create policy tenant_insert on message_mention for insert to tenant with check (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_mention.org_id and m.id = message_mention.message_id
    and m.author_id = (select app_member_id())));
create policy tenant_delete on message_mention for delete to tenant using (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_mention.org_id and m.id = message_mention.message_id
    and m.author_id = (select app_member_id())));

create policy tenant_select on message_task for select to tenant using (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_task.org_id and m.id = message_task.message_id)
  and exists (select from task t where t.org_id = message_task.org_id and t.id = message_task.task_id));
create policy tenant_insert on message_task for insert to tenant with check (org_id = (select app_org_id())
  and (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user')
  and exists (select from message m where m.org_id = message_task.org_id and m.id = message_task.message_id)
  and exists (select from task t where t.org_id = message_task.org_id and t.id = message_task.task_id));

grant select, update (name, last_seq, last_place, last_at, version) on room to tenant;
grant select, insert, delete on room_member, message_reaction, message_pin, message_mention to tenant;
grant select, insert, update (seq, place, muted) on room_reading to tenant;
grant select, update (body, body_html, body_renderer, calls_room, version, edited_at, deleted_at) on message to tenant;
grant insert (id, org_id, room_id, seq, place, author_id, client_id, body, body_html, body_renderer, reply_to_id, thread_id, calls_room)
  on message to tenant;
grant select, insert on message_version, message_task to tenant;

-- The place of the next message, in the order in which they are committed: the room's row is held until then. No row: its
-- author has sent it before, as this statement sees once it has the lock.
create function next_message_place(p_room uuid, p_client uuid, p_thread boolean) returns table (seq integer, place integer)
language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  perform from room r where r.org_id = app_org_id() and r.id = p_room for no key update;
  if exists (select from message m where m.org_id = app_org_id() and m.author_id = app_member_id() and m.client_id = p_client) then
    return;
  end if;
  return query
    update room r set last_seq = r.last_seq + 1, last_place = r.last_place + case when p_thread then 0 else 1 end, last_at = clock_timestamp()
     where r.org_id = app_org_id() and r.id = p_room
    returning r.last_seq, r.last_place;
end $$;

-- A group, or the one direct room of these people. As the owner: nobody is in it yet. The caller has asked whom they see.
create function open_room(p_id uuid, p_kind text, p_name text, p_people uuid[]) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_id uuid; key text;
begin
  if app_org_id() is null or coalesce(app_role(), 'observer') = 'observer' or p_kind not in ('group', 'direct')
     or not (app_member_id() = any (p_people))
     or (select count(*) from member m where m.org_id = app_org_id() and m.id = any (p_people)
           and m.role <> 'observer' and m.approval = 1 and m.deactivated_at is null) <> cardinality(p_people) then
    raise exception 'these people cannot share a room' using errcode = 'insufficient_privilege';
  end if;
  if p_kind = 'direct' then
    key := (select string_agg(one::text, ' ' order by one) from unnest(p_people) one);
  end if;
  insert into room (id, org_id, kind, name, people_key, created_by_id)
    values (p_id, app_org_id(), p_kind, p_name, key, app_member_id())
    on conflict (org_id, people_key) do nothing returning id into found_id;
  if found_id is null then
    select r.id into found_id from room r where r.org_id = app_org_id() and r.people_key = key;
  end if;
  insert into room_member (org_id, room_id, member_id) select app_org_id(), found_id, one from unnest(p_people) one
    on conflict do nothing;
  return found_id;
end $$;
revoke all on function open_room(uuid, text, text, uuid[]) from public;
grant execute on function open_room(uuid, text, text, uuid[]) to tenant;

-- Rooms come with what they belong to, whoever makes it.
create function make_rooms() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'organisation' then
    insert into room (id, org_id, kind) values (gen_random_uuid(), new.id, 'organisation');
  else
    insert into room (id, org_id, kind, project_id) values
      (gen_random_uuid(), new.org_id, 'project', new.id), (gen_random_uuid(), new.org_id, 'project_clients', new.id);
  end if;
  return null;
end $$;
create trigger make_rooms after insert on organisation for each row execute function make_rooms();
create trigger make_rooms after insert on project for each row execute function make_rooms();
-- What was said before somebody came is not unread.
create function start_reading() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'project_member' then
    insert into room_reading (org_id, room_id, member_id, seq, place)
      select r.org_id, r.id, new.member_id, r.last_seq, r.last_place from room r
       where r.org_id = new.org_id and r.project_id = new.project_id and r.last_seq > 0 on conflict do nothing;
  elsif tg_table_name = 'room_member' then
    insert into room_reading (org_id, room_id, member_id, seq, place)
      select r.org_id, r.id, new.member_id, r.last_seq, r.last_place from room r
       where r.org_id = new.org_id and r.id = new.room_id and r.last_seq > 0 on conflict do nothing;
  else
    insert into room_reading (org_id, room_id, member_id, seq, place)
      select r.org_id, r.id, new.id, r.last_seq, r.last_place from room r
       where r.org_id = new.org_id and r.kind = 'organisation' and r.last_seq > 0 on conflict do nothing;
  end if;
  return null;
end $$;
create trigger start_reading after insert on project_member for each row execute function start_reading();
create trigger start_reading after insert on member for each row execute function start_reading();
create trigger start_reading after insert on room_member for each row execute function start_reading();
revoke execute on function make_rooms(), start_reading() from public;

insert into room (id, org_id, kind) select gen_random_uuid(), o.id, 'organisation' from organisation o;
insert into room (id, org_id, kind, project_id)
  select gen_random_uuid(), p.org_id, k.kind, p.id from project p cross join (values ('project'), ('project_clients')) k (kind);

-- Messages with these words, newest first. As the owner: a policy would keep the full-text index from being used. The ids are
-- read through the door afterwards; `p_rooms` are those that the caller sees.
create function find_messages(p_rooms uuid[], p_words text, p_author uuid, p_from timestamptz, p_to timestamptz,
  p_before timestamptz, p_before_id uuid, p_limit int) returns table (id uuid)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public set jit = off as $$
#variable_conflict use_column
declare sought tsquery; ids uuid[];
begin
  sought := case when p_words <> '' then to_tsquery('simple', p_words) end;
  if sought is not null then
    -- A frequent word is among the newest, which saves reading all that have it.
    ids := array(select r.id from (
        select m.* from message m where m.org_id = app_org_id() and m.room_id = any (p_rooms)
           and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
           and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
         order by m.created_at desc, m.id desc limit 2000) r
       where r.words @@ sought and r.deleted_at is null and (p_author is null or r.author_id = p_author)
       order by r.created_at desc, r.id desc limit p_limit);
    if cardinality(ids) >= p_limit then return query select * from unnest(ids); return; end if;
    if cardinality(p_rooms) between 1 and 200 then
      sought := sought && (select string_agg(quote_literal('room:' || one), ' | ') from unnest(p_rooms) one)::tsquery;
    end if;
  end if;
  return query
    select m.id from message m
     where m.org_id = app_org_id() and m.room_id = any (p_rooms) and m.deleted_at is null
       and (sought is null or m.words @@ sought) and (p_author is null or m.author_id = p_author)
       and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
       and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
     order by m.created_at desc, m.id desc limit p_limit;
end $$;
revoke all on function find_messages(uuid[], text, uuid, timestamptz, timestamptz, timestamptz, uuid, int) from public;
grant execute on function find_messages(uuid[], text, uuid, timestamptz, timestamptz, timestamptz, uuid, int) to tenant;
