-- Who is there: what each open page says of its person every now and then, and a line that they write about themselves. Seen
-- by whoever sees the person.
create table presence (
  org_id uuid not null default app_org_id(),
  member_id uuid not null,
  state text not null,
  status_text text,
  seen_at timestamptz(3) not null default current_timestamp,
  constraint presence_pkey primary key (org_id, member_id),
  constraint presence_state check (state in ('active', 'away')),
  constraint presence_status_text check (char_length(status_text) between 1 and 80)
);
alter table presence
  add constraint presence_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;

alter table presence enable row level security;
alter table presence force row level security;
do $$ begin
  execute format('create policy owner_all on presence to %I using (true) with check (true)', current_user);
end $$;
create policy tenant_select on presence for select to tenant using (org_id = (select app_org_id())
  and exists (select from member m where m.org_id = presence.org_id and m.id = presence.member_id));
create policy tenant_insert on presence for insert to tenant with check (org_id = (select app_org_id())
  and member_id = (select app_member_id()));
create policy tenant_update on presence for update to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()));
grant select, insert (org_id, member_id, state, status_text), update (state, status_text, seen_at) on presence to tenant;
