-- The chat's frame has a session of its own, bound to the one that asked for it: `token_hash` is of what the frame is opened
-- with, once and for a minute; `opened_at` is set when that was shown. It ends with the person's session.
create unique index session_org_id_id_key on session (org_id, id);
create table chat_session (
  id uuid not null,
  org_id uuid not null,
  session_id uuid not null,
  token_hash text,
  created_at timestamptz(3) not null default current_timestamp,
  opened_at timestamptz(3),
  constraint chat_session_pkey primary key (id)
);
create index chat_session_org_id_session_id_idx on chat_session (org_id, session_id);
create unique index chat_session_token_hash_key on chat_session (token_hash);
alter table chat_session
  add constraint chat_session_org_id_session_id_fkey foreign key (org_id, session_id) references session (org_id, id) on delete cascade on update cascade;

alter table chat_session enable row level security;
alter table chat_session force row level security;
do $$ begin
  execute format('create policy owner_all on chat_session to %I using (true) with check (true)', current_user);
end $$;
create policy auth_all on chat_session to auth using (true) with check (true);
grant select, insert, delete, update (token_hash, opened_at) on chat_session to auth;
