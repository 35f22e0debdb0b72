-- Minutes by email. What each reader may read of them is asked of the policies, as that member; `owner` and `task` are named
-- where the member may know them. The settings of the transaction are as before when it returns.
create function minutes_for(p_meeting uuid, p_items uuid[], p_members uuid[])
returns table (member_id uuid, items jsonb)
language plpgsql volatile as $$
declare
  seat record;
  me text := current_setting('app.member_id', true); my_role text := current_setting('app.role', true);
  mine text := current_setting('app.project_ids', true);
begin
  for seat in select * from seats_of(p_members) loop
    if seat.approval = 1 and not seat.deactivated then
      perform set_config('app.member_id', seat.member_id::text, true), set_config('app.role', seat.role, true),
              set_config('app.project_ids', seat.project_ids::text, true);
      member_id := seat.member_id;
      items := (select coalesce(jsonb_agg(jsonb_build_object('_id', i.id,
            'owner', (select shown_name(m.name, m.namesake) from member m where m.org_id = i.org_id and m.id = i.owner_id),
            'task', (select p.key || '-' || t.number from task t join project p on p.org_id = t.org_id and p.id = t.project_id
               where t.org_id = i.org_id and t.id = i.task_id and t.deleted_at is null))), '[]')
          from agenda_item i where i.org_id = app_org_id() and i.id = any (p_items) and i.removed_at is null
           and exists (select from meeting e where e.org_id = app_org_id() and e.id = p_meeting));
      return next;
    end if;
  end loop;
  perform set_config('app.member_id', coalesce(me, ''), true), set_config('app.role', coalesce(my_role, ''), true),
          set_config('app.project_ids', coalesce(mine, ''), true);
end $$;
revoke all on function minutes_for(uuid, uuid[], uuid[]) from public;
grant execute on function minutes_for(uuid, uuid[], uuid[]) to tenant;

-- What was sent to whom last: the same is not sent twice.
create table minutes_sent (
  org_id uuid not null default app_org_id(),
  meeting_id uuid not null,
  start timestamptz(3) not null,
  member_id uuid not null,
  -- Of what was sent.
  hash text not null,
  sent_at timestamptz(3) not null default current_timestamp,
  constraint minutes_sent_pkey primary key (org_id, meeting_id, start, member_id)
);
create index minutes_sent_org_id_member_id_idx on minutes_sent (org_id, member_id);
alter table minutes_sent add constraint minutes_sent_org_id_meeting_id_fkey
  foreign key (org_id, meeting_id) references meeting (org_id, id) on delete cascade on update cascade;
alter table minutes_sent add constraint minutes_sent_org_id_member_id_fkey
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table minutes_sent enable row level security;
alter table minutes_sent force row level security;
do $$
declare
  seen text := 'org_id = (select app_org_id()) and (select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')'
    ' and exists (select from meeting m where m.org_id = minutes_sent.org_id and m.id = minutes_sent.meeting_id)';
begin
  execute format('create policy owner_all on minutes_sent to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_all on minutes_sent to tenant using (%1$s) with check (%1$s)', seen);
end $$;
grant select, insert, update, delete on minutes_sent to tenant;
