-- A milestone as a subject of sign-off, and fields that clients see as a part of what a task shows.
alter table sign_off add column milestone_id uuid, add column shown jsonb not null default '{}',
  drop constraint sign_off_one_subject,
  add constraint sign_off_one_subject check (num_nonnulls(task_id, file_id, milestone_id) = 1),
  drop constraint sign_off_fell_because_check,
  add constraint sign_off_fell_because_check check (fell_because in
    ('description', 'attachments', 'version', 'moved', 'content', 'fields', 'date', 'tasks', 'work', 'left')),
  add constraint sign_off_org_id_milestone_id_fkey foreign key (org_id, milestone_id) references milestone (org_id, id)
    on delete cascade on update cascade;
create index sign_off_org_id_milestone_id_created_at_idx on sign_off (org_id, milestone_id, created_at);

-- Seen by whoever sees the subject, by the subject's own policy.
drop policy tenant_select on sign_off;
drop policy tenant_insert on sign_off;
drop policy tenant_update on sign_off;
drop function app_sees_signed(uuid, uuid);
create function app_sees_signed(p_task uuid, p_file uuid, p_milestone uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select (p_task is not null and exists (select from task t where t.org_id = app_org_id() and t.id = p_task))
      or (p_file is not null and exists (select from file f where f.org_id = app_org_id() and f.id = p_file))
      or (p_milestone is not null and exists (select from milestone g where g.org_id = app_org_id() and g.id = p_milestone)) $$;
create policy tenant_select on sign_off for select to tenant using (org_id = (select app_org_id())
  and (not (select app_is_client()) or audience = 'client') and app_sees_signed(task_id, file_id, milestone_id));
create policy tenant_insert on sign_off for insert to tenant with check (org_id = (select app_org_id())
  and asked_by_id = (select app_member_id()) and (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user')
  and state = 'waiting' and fallen_at is null and app_sees_signed(task_id, file_id, milestone_id));
create policy tenant_update on sign_off for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and (not (select app_is_client()) or audience = 'client') and app_sees_signed(task_id, file_id, milestone_id)
    and (asked_by_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin', 'team_leader') or app_asked_to_sign(id)))
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer');

-- What is bound of a task: its description, its attachments, and what the fields that clients see say, by their names and with
-- the words of a choice: a field or choice that is called otherwise shows something else. People are no part of it, whatever
-- field they stand in. A task without such fields has the content, and so the hash, that it always had.
create function sign_off_task(p_org uuid, p_task uuid)
returns table (title text, key text, content jsonb, attachments jsonb, fields jsonb)
language sql stable set search_path = pg_catalog, public as $$
  select t.title, p.key || '-' || t.number,
         jsonb_build_object('description', t.description, 'attachments', coalesce(hung.hashes, '[]'))
           || coalesce(jsonb_build_object('fields', held.bound), '{}'),
         coalesce(hung.list, '[]'), coalesce(held.list, '[]')
    from task t
    join project p on p.org_id = t.org_id and p.id = t.project_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('_id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256,
               'version_number', f.version_number, 'task_id', f.task_id) order by f.created_at, f.id) as list,
             jsonb_agg(f.sha256 order by f.sha256) as hashes
        from file f
       where f.org_id = t.org_id and f.task_id = t.id and f.comment_id is null and f.deleted_at is null and f.draft_at is null
    ) hung on true
    left join lateral (
      select jsonb_object_agg(v.name, v.value) as bound,
             jsonb_agg(jsonb_build_object('name', v.name, 'kind', v.kind, 'value', v.value) order by v.position, v.name) as list
        from (
          select cf.name, cf.kind, cf.position, coalesce(to_jsonb(cv.text), to_jsonb(cv.number), to_jsonb(to_char(cv.day, 'YYYY-MM-DD')),
                   (select c -> 'name' from jsonb_array_elements(cf.choices) c where (c ->> '_id')::uuid = cv.choice_id limit 1)) as value
            from custom_value cv join custom_field cf on cf.org_id = cv.org_id and cf.id = cv.field_id
           where cv.org_id = t.org_id and cv.task_id = t.id and cv.live and cv.field_audience = 'client' and cv.kind <> 'person'
        ) v where v.value is not null
      having count(*) > 0
    ) held on true
   where t.org_id = p_org and t.id = p_task $$;

-- THE content that an approval is about, and its hash: of a task `sign_off_task`, of a file its present bytes, of a milestone its
-- day and its tasks: all of them where the team asks itself, those that clients see where clients are asked. Tasks go by their
-- numbers, which an archive keeps. A name is not part of it, nor are people, status, checklist, subtasks and comments.
drop function sign_off_standing(sign_off);
drop function sign_off_content(uuid, uuid, uuid);
create function sign_off_content(p_org uuid, p_task uuid, p_file uuid, p_milestone uuid, p_audience text)
returns table (title text, version_number int, content text, attachments jsonb, shown jsonb, hash text)
language sql stable set search_path = pg_catalog, public as $$
  select now.title, now.version_number, now.content, now.attachments, now.shown,
         coalesce(now.sha256, encode(sha256(convert_to(now.content, 'UTF8')), 'hex'))
    from (
      select t.title, null::int as version_number, null::text as sha256, t.attachments, t.content::text as content,
             jsonb_build_object('fields', t.fields) as shown
        from sign_off_task(p_org, p_task) t where p_task is not null
      union all
      select f.name, f.version_number, f.sha256, '[]', f.sha256, '{}'
        from file f where p_file is not null and f.org_id = p_org and f.id = p_file
      union all
      select g.name, null, null, coalesce(held.attachments, '[]'),
             jsonb_build_object('due_date', to_char(g.due_date, 'YYYY-MM-DD'), 'tasks', coalesce(held.content, '[]'))::text,
             jsonb_build_object('tasks', coalesce(held.tasks, '[]'))
        from milestone g
        left join lateral (
          select jsonb_agg(one.content || jsonb_build_object('number', t.number) order by t.number) as content,
                 jsonb_agg(jsonb_build_object('_id', t.id, 'key', one.key, 'title', one.title, 'fields', one.fields) order by t.number) as tasks,
                 jsonb_path_query_array(jsonb_agg(one.attachments order by t.number), '$[*][*]') as attachments
            from task t cross join lateral sign_off_task(t.org_id, t.id) one
           where t.org_id = g.org_id and t.milestone_id = g.id and t.project_id = g.project_id and t.deleted_at is null
             and (p_audience <> 'client' or t.audience = 'client')
        ) held on true
       where p_milestone is not null and g.org_id = p_org and g.id = p_milestone
    ) now $$;

create function sign_off_standing(s sign_off) returns text language sql stable set search_path = pg_catalog, public as $$
  select case
    when s.state in ('waiting', 'approved') and (s.fallen_at is not null
      or s.hash is distinct from (select now.hash
           from sign_off_content(s.org_id, s.task_id, s.file_id, s.milestone_id, s.audience) now)) then 'fallen'
    else s.state end $$;

-- History, notifications and live messages of one that fell; `lib/sign-off/events.ts` has their words. `p_gone`: who is told nothing.
create function tell_of_fall(one sign_off, p_gone uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  place record;
  facts jsonb;
  told uuid[];
begin
  -- Nothing is told of what goes for good.
  select coalesce(t.project_id, f.project_id, g.project_id) as project_id, coalesce(t.id, f.task_id) as task_id,
         coalesce(t.audience, ft.audience, 'internal') as task_audience, coalesce(t.audience, f.audience, g.audience) as audience,
         coalesce(f.name, g.name) as name
    into place
    from (values (1)) always
    left join task t on t.org_id = one.org_id and t.id = one.task_id
    left join file f on f.org_id = one.org_id and f.id = one.file_id
    left join task ft on ft.org_id = f.org_id and ft.id = f.task_id
    left join milestone g on g.org_id = one.org_id and g.id = one.milestone_id
   where t.id is not null or f.id is not null or g.id is not null;
  if not found or (place.project_id is not null
      and not exists (select from project p where p.org_id = one.org_id and p.id = place.project_id)) then return; end if;
  facts := jsonb_build_object('sign_off_id', one.id, 'because', one.fell_because, 'was', one.state)
    || case when one.file_id is not null then jsonb_build_object('file_id', one.file_id, 'name', place.name)
            when one.milestone_id is not null then jsonb_build_object('milestone_id', one.milestone_id, 'name', place.name) else '{}' end;
  if place.project_id is not null then
    insert into activity (id, org_id, actor_id, project_id, task_id, task_audience, audience, kind, data, created_at)
    values (gen_random_uuid(), one.org_id, one.fallen_by_id, place.project_id, place.task_id, place.task_audience,
            case when one.audience = 'client' and place.audience = 'client' then 'client' else 'internal' end,
            'sign_off.fallen', facts, clock_timestamp());
  end if;
  told := array(select distinct who from (select one.asked_by_id union all
      select p.member_id from sign_off_person p where p.org_id = one.org_id and p.sign_off_id = one.id) all_of_them (who)
    where who is not null and who is distinct from one.fallen_by_id and who is distinct from p_gone);
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
end $$;

-- Records the fall of what is bound to another content than the present one, whoever changed it and by whichever way. With a
-- task falls what is bound to its milestone. While an archive is put back, what fell is among its rows.
drop function fall_sign_offs(uuid, uuid, uuid, text);
create function fall_sign_offs(p_org uuid, p_task uuid, p_file uuid, p_milestone uuid, p_because text) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one sign_off;
  goal uuid;
begin
  if coalesce(current_setting('app.restoring', true) = 'on', false) then return; end if;
  -- Whoever asks holds the subject while they do: this waits for them, or they for this.
  perform from task t where t.org_id = p_org and t.id = p_task for key share;
  if exists (select from sign_off s where s.org_id = p_org and s.fallen_at is null and s.state in ('waiting', 'approved')
      and (s.task_id = p_task or s.file_id = p_file or s.milestone_id = p_milestone)) then
    for one in
      update sign_off s
         set fallen_at = clock_timestamp(), fallen_by_id = app_member_id(),
             audience = case when p_because = 'moved' then 'internal' else s.audience end,
             fell_because = case
               when p_because is not null then p_because
               when s.file_id is not null then 'version'
               when s.milestone_id is not null then case
                 when s.content::jsonb -> 'due_date' is distinct from now.content::jsonb -> 'due_date' then 'date'
                 when jsonb_path_query_array(s.content::jsonb, '$.tasks[*].number') <> jsonb_path_query_array(now.content::jsonb, '$.tasks[*].number')
                   then 'tasks'
                 else 'work' end
               when s.content::jsonb -> 'description' is distinct from now.content::jsonb -> 'description' then 'description'
               when s.content::jsonb -> 'fields' is distinct from now.content::jsonb -> 'fields' then 'fields'
               else 'attachments' end
        from unnest(array['internal', 'client']) as asked (audience)
       cross join lateral sign_off_content(p_org, p_task, p_file, p_milestone, asked.audience) now
       where s.org_id = p_org and (s.task_id = p_task or s.file_id = p_file or s.milestone_id = p_milestone) and s.fallen_at is null
         and s.audience = asked.audience and s.state in ('waiting', 'approved') and (s.hash <> now.hash or p_because is not null)
      returning s.*
    loop
      perform tell_of_fall(one, null);
    end loop;
  end if;
  if p_task is null then return; end if;
  select t.milestone_id into goal from task t where t.org_id = p_org and t.id = p_task;
  if goal is not null then perform fall_sign_offs(p_org, null, null, goal, null); end if;
end $$;

create or replace function fall_with_task() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- Other clients are there, and those who were asked may not be.
  if new.project_id <> old.project_id then
    update sign_off s set audience = 'internal' where s.org_id = new.org_id and s.task_id = new.id and s.audience = 'client';
    perform fall_sign_offs(new.org_id, new.id, null, null, 'moved');
  else
    perform fall_sign_offs(new.org_id, new.id, null, null, null);
  end if;
  return null;
end $$;

create or replace function fall_with_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare hung uuid;
begin
  if tg_op = 'UPDATE' then
    if new.project_id is distinct from old.project_id and new.task_id is not distinct from old.task_id then
      update sign_off s set audience = 'internal' where s.org_id = new.org_id and s.file_id = new.id and s.audience = 'client';
      perform fall_sign_offs(new.org_id, null, new.id, null, 'moved');
    elsif new.sha256 <> old.sha256 then
      perform fall_sign_offs(new.org_id, null, new.id, null, null);
    end if;
  end if;
  for hung in
    select distinct task from (values (case when tg_op <> 'INSERT' then old.task_id end),
                                      (case when tg_op <> 'DELETE' then new.task_id end)) both_of_them (task)
     where task is not null order by task
  loop
    perform fall_sign_offs(coalesce(new.org_id, old.org_id), hung, null, null, null);
  end loop;
  return null;
end $$;

-- The day of a milestone; which tasks are in it, for the team and for clients.
create function fall_with_milestone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare goal uuid;
begin
  if tg_table_name = 'milestone' then
    perform fall_sign_offs(new.org_id, null, null, new.id, null);
    return null;
  end if;
  for goal in
    select distinct milestone from (values (case when tg_op <> 'INSERT' then old.milestone_id end),
                                           (case when tg_op <> 'DELETE' then new.milestone_id end)) both_of_them (milestone)
     where milestone is not null order by milestone
  loop
    perform fall_sign_offs(coalesce(new.org_id, old.org_id), null, null, goal, null);
  end loop;
  return null;
end $$;
create trigger fall_with_milestone after update of due_date on milestone for each row
  when (old.due_date is distinct from new.due_date) execute function fall_with_milestone();
create trigger fall_with_new_task after insert on task for each row
  when (new.milestone_id is not null) execute function fall_with_milestone();
create trigger fall_with_gone_task after delete on task for each row
  when (old.milestone_id is not null and old.deleted_at is null) execute function fall_with_milestone();
-- A task that goes to another project loses its milestone by a trigger, so that column is not named.
create trigger fall_with_place after update of milestone_id, project_id, audience, deleted_at on task for each row
  when ((old.milestone_id is not null or new.milestone_id is not null)
    and (old.milestone_id is distinct from new.milestone_id or old.audience <> new.audience
      or old.deleted_at is distinct from new.deleted_at))
  execute function fall_with_milestone();

-- What the fields that clients see say, and what they and their choices are called.
create function fall_with_field() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare one uuid;
begin
  if tg_table_name = 'custom_value' then
    perform fall_sign_offs(coalesce(new.org_id, old.org_id), coalesce(new.task_id, old.task_id), null, null, null);
    return null;
  end if;
  for one in
    select v.task_id from custom_value v
     where v.org_id = new.org_id and v.field_id = new.id and v.live
       and exists (select from task t join sign_off s on s.org_id = t.org_id and (s.task_id = t.id or s.milestone_id = t.milestone_id)
             where t.org_id = v.org_id and t.id = v.task_id and s.fallen_at is null and s.state in ('waiting', 'approved'))
     order by v.task_id
  loop
    perform fall_sign_offs(new.org_id, one, null, null, null);
  end loop;
  return null;
end $$;
create trigger fall_with_field after update of name, choices on custom_field for each row
  when (new.audience = 'client' and new.kind <> 'person' and (old.name <> new.name or old.choices <> new.choices))
  execute function fall_with_field();
create trigger fall_with_new_value after insert on custom_value for each row
  when (new.field_audience = 'client' and new.kind <> 'person') execute function fall_with_field();
create trigger fall_with_gone_value after delete on custom_value for each row
  when (old.field_audience = 'client' and old.kind <> 'person') execute function fall_with_field();
create trigger fall_with_value after update on custom_value for each row
  when (new.kind <> 'person' and 'client' in (old.field_audience, new.field_audience)
    and (old.text, old.number, old.day, old.choice_id, old.live, old.field_audience)
      is distinct from (new.text, new.number, new.day, new.choice_id, new.live, new.field_audience))
  execute function fall_with_field();

-- What waits for somebody who can decide it no more is handed back to who asked: it falls, and is asked anew.
create function hand_back_sign_offs(p_org uuid, p_member uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare one sign_off;
begin
  for one in
    update sign_off s set fallen_at = clock_timestamp(), fallen_by_id = app_member_id(), fell_because = 'left'
     where s.org_id = p_org and s.state = 'waiting' and s.fallen_at is null
       and s.id in (select p.sign_off_id from sign_off_person p where p.org_id = p_org and p.member_id = p_member and p.decision is null)
       and not exists (select from member m
             where m.org_id = p_org and m.id = p_member and m.approval = 1 and m.deactivated_at is null
               and (m.role in ('admin', 'subadmin') or (m.role in ('team_leader', 'client') and exists (select from project_member pm
                 where pm.org_id = p_org and pm.member_id = p_member and pm.project_id = coalesce(
                   (select t.project_id from task t where t.org_id = p_org and t.id = s.task_id),
                   (select f.project_id from file f where f.org_id = p_org and f.id = s.file_id),
                   (select g.project_id from milestone g where g.org_id = p_org and g.id = s.milestone_id))))))
    returning s.*
  loop
    perform tell_of_fall(one, p_member);
  end loop;
end $$;
create function hand_back_with_seat() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if coalesce(current_setting('app.restoring', true) = 'on', false) then return null; end if;
  if tg_table_name = 'project_member' then
    perform from project p join member m on m.org_id = p.org_id and m.id = old.member_id
      where p.org_id = old.org_id and p.id = old.project_id;
    -- The project itself is removed, or the person.
    if not found then return null; end if;
    perform hand_back_sign_offs(old.org_id, old.member_id);
  else
    perform hand_back_sign_offs(new.org_id, new.id);
  end if;
  return null;
end $$;
create trigger hand_back_with_project after delete on project_member for each row execute function hand_back_with_seat();
create trigger hand_back_with_seat after update of role, approval, deactivated_at on member for each row
  when (new.role <> old.role or new.approval <> old.approval or new.deactivated_at is distinct from old.deactivated_at)
  execute function hand_back_with_seat();

revoke all on function tell_of_fall(sign_off, uuid), fall_sign_offs(uuid, uuid, uuid, uuid, text), fall_with_milestone(), fall_with_field(),
  hand_back_sign_offs(uuid, uuid), hand_back_with_seat() from public;
