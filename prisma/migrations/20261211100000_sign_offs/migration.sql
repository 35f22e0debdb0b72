-- A task or a version of a file that is sent for approval. It is bound to the hash of what was shown: see `sign_off_content`.
-- `audience`: client where clients were asked; what the team asks of itself is the team's.
create table sign_off (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  task_id uuid,
  file_id uuid,
  audience text not null default 'internal' constraint sign_off_audience_check check (audience in ('internal', 'client')),
  asked_by_id uuid,
  note text not null default '' constraint sign_off_note_check check (char_length(note) <= 4000),
  title text not null,
  version_number int,
  content text not null,
  attachments jsonb not null default '[]',
  hash text not null constraint sign_off_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'waiting' constraint sign_off_state_check
    check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  created_at timestamptz(3) not null default current_timestamp,
  closed_at timestamptz(3),
  fallen_at timestamptz(3),
  fallen_by_id uuid,
  fell_because text constraint sign_off_fell_because_check
    check (fell_because in ('description', 'attachments', 'version', 'moved', 'content')),
  constraint sign_off_pkey primary key (id),
  constraint sign_off_one_subject check (num_nonnulls(task_id, file_id) = 1)
);
create unique index sign_off_org_id_id_key on sign_off (org_id, id);
create index sign_off_org_id_task_id_created_at_idx on sign_off (org_id, task_id, created_at);
create index sign_off_org_id_file_id_created_at_idx on sign_off (org_id, file_id, created_at);
alter table sign_off
  add constraint sign_off_org_id_task_id_fkey foreign key (org_id, task_id) references task (org_id, id) on delete cascade on update cascade,
  add constraint sign_off_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete cascade on update cascade,
  add constraint sign_off_org_id_asked_by_id_fkey foreign key (org_id, asked_by_id) references member (org_id, id) on delete no action on update no action,
  add constraint sign_off_org_id_fallen_by_id_fkey foreign key (org_id, fallen_by_id) references member (org_id, id) on delete no action on update no action;

-- Who is asked, and what they decided.
create table sign_off_person (
  org_id uuid not null default app_org_id(),
  sign_off_id uuid not null,
  member_id uuid not null,
  decision text constraint sign_off_person_decision_check check (decision in ('approve', 'return')),
  reason text not null default '' constraint sign_off_person_reason_check check (char_length(reason) <= 4000),
  marks jsonb not null default '[]',
  decided_at timestamptz(3),
  constraint sign_off_person_pkey primary key (org_id, sign_off_id, member_id)
);
create index sign_off_person_org_id_member_id_idx on sign_off_person (org_id, member_id, decision);
alter table sign_off_person
  add constraint sign_off_person_org_id_sign_off_id_fkey foreign key (org_id, sign_off_id) references sign_off (org_id, id) on delete cascade on update cascade,
  add constraint sign_off_person_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete no action on update no action;

do $$
declare place text;
begin
  foreach place in array array['sign_off', 'sign_off_person'] loop
    execute format('alter table %I enable row level security', place);
    execute format('alter table %I force row level security', place);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', place, current_user);
  end loop;
end $$;
grant select, insert, update (state, closed_at) on sign_off to tenant;
grant select, insert, update (decision, reason, marks, decided_at) on sign_off_person to tenant;

-- Behind a function, so that the two tables' policies can ask each other.
create function app_asked_to_sign(p_sign_off uuid) returns boolean language plpgsql stable set search_path = pg_catalog, public as $$
begin
  return exists (select from sign_off_person p where p.sign_off_id = p_sign_off and p.member_id = app_member_id());
end $$;

-- Seen by whoever sees the subject, by the subject's own policy. A further kind of subject is one more line here, in
-- `sign_off_content` and in the check above.
create function app_sees_signed(p_task uuid, p_file uuid) returns boolean language sql stable set search_path = pg_catalog, public as $$
  select (p_task is not null and exists (select from task t where t.org_id = app_org_id() and t.id = p_task))
      or (p_file is not null and exists (select from file f where f.org_id = app_org_id() and f.id = p_file)) $$;

create policy tenant_select on sign_off for select to tenant using (org_id = (select app_org_id())
  and (not (select app_is_client()) or audience = 'client') and app_sees_signed(task_id, file_id));
create policy tenant_insert on sign_off for insert to tenant with check (org_id = (select app_org_id())
  and asked_by_id = (select app_member_id()) and (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user')
  and state = 'waiting' and fallen_at is null and app_sees_signed(task_id, file_id));
create policy tenant_update on sign_off for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and (not (select app_is_client()) or audience = 'client') and app_sees_signed(task_id, file_id)
    and (asked_by_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin', 'team_leader') or app_asked_to_sign(id)))
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer');
create policy tenant_select on sign_off_person for select to tenant using (org_id = (select app_org_id())
  and exists (select from sign_off s where s.org_id = sign_off_person.org_id and s.id = sign_off_person.sign_off_id));
create policy tenant_insert on sign_off_person for insert to tenant with check (org_id = (select app_org_id())
  and decision is null and exists (select from sign_off s where s.org_id = sign_off_person.org_id
    and s.id = sign_off_person.sign_off_id and s.asked_by_id = (select app_member_id()) and s.state = 'waiting'));
create policy tenant_update on sign_off_person for update to tenant
  using (org_id = (select app_org_id()) and member_id = (select app_member_id()) and (select app_role()) <> 'observer'
    and exists (select from sign_off s where s.org_id = sign_off_person.org_id and s.id = sign_off_person.sign_off_id))
  with check (org_id = (select app_org_id()) and member_id = (select app_member_id()) and (select app_role()) <> 'observer');

-- THE content that an approval is about, and its hash: of a task its description and its attachments (what clients see of it
-- besides its name), of a file its present bytes. A name is not part of it, nor are dates, people, status, checklist, subtasks
-- and comments. Every other place asks this one.
create function sign_off_content(p_org uuid, p_task uuid, p_file uuid)
returns table (title text, version_number int, content text, attachments jsonb, hash text)
language sql stable set search_path = pg_catalog, public as $$
  select shown.title, shown.version_number, shown.content, shown.attachments,
         coalesce(shown.sha256, encode(sha256(convert_to(shown.content, 'UTF8')), 'hex'))
    from (
      select t.title, null::int as version_number, null::text as sha256, coalesce(hung.list, '[]') as attachments,
             jsonb_build_object('description', t.description, 'attachments', coalesce(hung.hashes, '[]'))::text as content
        from task t
        left join lateral (
          select jsonb_agg(jsonb_build_object('_id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256,
                   'version_number', f.version_number) order by f.created_at, f.id) as list,
                 jsonb_agg(f.sha256 order by f.sha256) as hashes
            from file f
           where f.org_id = t.org_id and f.task_id = t.id and f.comment_id is null and f.deleted_at is null and f.draft_at is null
        ) hung on true
       where p_task is not null and t.org_id = p_org and t.id = p_task
      union all
      select f.name, f.version_number, f.sha256, '[]', f.sha256
        from file f where p_file is not null and f.org_id = p_org and f.id = p_file
    ) shown $$;

-- How a sign-off stands now. It compares each time, so that nothing that was approved outlives its content even where no
-- trigger ran; what has fallen stays so, also when the old content comes back.
create function sign_off_standing(s sign_off) returns text language sql stable set search_path = pg_catalog, public as $$
  select case
    when s.state in ('waiting', 'approved') and (s.fallen_at is not null
      or s.hash is distinct from (select now.hash from sign_off_content(s.org_id, s.task_id, s.file_id) now)) then 'fallen'
    else s.state end $$;

-- Records the fall of what is bound to another content than the present one, whoever changed it and by whichever way; history,
-- notifications and live messages come with it. `lib/sign-off/events.ts` has their words.
create function fall_sign_offs(p_org uuid, p_task uuid, p_file uuid, p_because text) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one record;
  place record;
  facts jsonb;
  told uuid[];
begin
  -- Whoever asks holds the subject while they do: this waits for them, or they for this.
  perform from task t where t.org_id = p_org and t.id = p_task for key share;
  if not exists (select from sign_off s where s.org_id = p_org and s.fallen_at is null and s.state in ('waiting', 'approved')
      and (s.task_id = p_task or s.file_id = p_file)) then return; end if;
  for one in
    update sign_off s
       set fallen_at = clock_timestamp(), fallen_by_id = app_member_id(),
           audience = case when p_because = 'moved' then 'internal' else s.audience end,
           fell_because = case
             when p_because is not null then p_because
             when s.file_id is not null then 'version'
             when s.content::jsonb -> 'description' is distinct from now.content::jsonb -> 'description' then 'description'
             else 'attachments' end
      from sign_off_content(p_org, p_task, p_file) now
     where s.org_id = p_org and (s.task_id = p_task or s.file_id = p_file) and s.fallen_at is null
       and s.state in ('waiting', 'approved') and (s.hash <> now.hash or p_because is not null)
    returning s.*
  loop
    -- Nothing is told of what goes for good.
    select coalesce(t.project_id, f.project_id) as project_id, coalesce(t.id, f.task_id) as task_id,
           coalesce(t.audience, ft.audience, 'internal') as task_audience, coalesce(t.audience, f.audience) as audience, f.name
      into place
      from (values (1)) always
      left join task t on t.org_id = one.org_id and t.id = one.task_id
      left join file f on f.org_id = one.org_id and f.id = one.file_id
      left join task ft on ft.org_id = f.org_id and ft.id = f.task_id
     where t.id is not null or f.id is not null;
    if not found or (place.project_id is not null
        and not exists (select from project p where p.org_id = one.org_id and p.id = place.project_id)) then continue; end if;
    facts := jsonb_build_object('sign_off_id', one.id, 'because', one.fell_because, 'was', one.state)
      || case when one.file_id is null then '{}' else jsonb_build_object('file_id', one.file_id, 'name', place.name) end;
    if place.project_id is not null then
      insert into activity (id, org_id, actor_id, project_id, task_id, task_audience, audience, kind, data, created_at)
      values (gen_random_uuid(), one.org_id, one.fallen_by_id, place.project_id, place.task_id, place.task_audience,
              case when one.audience = 'client' and place.audience = 'client' then 'client' else 'internal' end,
              'sign_off.fallen', facts, clock_timestamp());
    end if;
    told := array(select distinct who from (select one.asked_by_id union all
        select p.member_id from sign_off_person p where p.org_id = one.org_id and p.sign_off_id = one.id) all_of_them (who)
      where who is not null and who is distinct from one.fallen_by_id);
    insert into notification (id, org_id, actor_id, member_id, task_id, kind, topic, data, created_at)
    select gen_random_uuid(), one.org_id, one.fallen_by_id, who, place.task_id, 'sign_off.fallen', 'sign_off',
           facts || case when place.task_id is null and place.project_id is not null
             then jsonb_build_object('project_id', place.project_id) else '{}' end, clock_timestamp()
      from unnest(told) who;
    insert into outbox (id, org_id, kind, payload)
    select gen_random_uuid(), one.org_id, 'realtime', jsonb_agg(jsonb_build_object('channel', channel, 'event', event, 'data', jsonb_build_object('id', about)
             || case when event = 'sign_off.changed' and place.task_id is not null then jsonb_build_object('task_id', place.task_id) else '{}' end))
      from (select 'private-user-' || who as channel, 'notification.added' as event, who as about from unnest(told) who
            union all select 'private-user-' || who, 'sign_off.changed', one.id from unnest(told) who
            union all select 'private-org-' || one.org_id, 'sign_off.changed', one.id where place.project_id is null
            union all select 'private-project-' || place.project_id, 'sign_off.changed', one.id where place.project_id is not null
            union all select 'private-project-' || place.project_id || '-client', 'sign_off.changed', one.id
                       where place.project_id is not null and one.audience = 'client' and place.audience = 'client') sent
    having count(*) > 0;
  end loop;
end $$;
revoke all on function fall_sign_offs(uuid, uuid, uuid, text) from public;

create function fall_with_task() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- Other clients are there, and those who were asked may not be.
  if new.project_id <> old.project_id then
    update sign_off s set audience = 'internal' where s.org_id = new.org_id and s.task_id = new.id and s.audience = 'client';
    perform fall_sign_offs(new.org_id, new.id, null, 'moved');
  else
    perform fall_sign_offs(new.org_id, new.id, null, null);
  end if;
  return null;
end $$;
revoke all on function fall_with_task() from public;
create trigger fall_with_task after update of description, project_id on task for each row
  when (old.description is distinct from new.description or old.project_id is distinct from new.project_id)
  execute function fall_with_task();

create function fall_with_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare hung uuid;
begin
  if tg_op = 'UPDATE' then
    if new.project_id is distinct from old.project_id and new.task_id is not distinct from old.task_id then
      update sign_off s set audience = 'internal' where s.org_id = new.org_id and s.file_id = new.id and s.audience = 'client';
      perform fall_sign_offs(new.org_id, null, new.id, 'moved');
    elsif new.sha256 <> old.sha256 then
      perform fall_sign_offs(new.org_id, null, new.id, null);
    end if;
  end if;
  for hung in
    select distinct task from (values (case when tg_op <> 'INSERT' then old.task_id end),
                                      (case when tg_op <> 'DELETE' then new.task_id end)) both_of_them (task)
     where task is not null order by task
  loop
    perform fall_sign_offs(coalesce(new.org_id, old.org_id), hung, null, null);
  end loop;
  return null;
end $$;
revoke all on function fall_with_file() from public;
create trigger fall_with_file after insert or delete or update of sha256, deleted_at, draft_at, task_id, comment_id, project_id on file
  for each row execute function fall_with_file();
