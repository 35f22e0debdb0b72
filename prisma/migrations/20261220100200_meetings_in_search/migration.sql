-- Meetings are found by their title, place and agenda, by whoever sees them: the team of their project and whoever is invited.
-- Clients have an entry of their own (`meeting_client`), which knows nothing of lines that are for the team.
create function meeting_scopes(p_kind text, p_org uuid, p_meeting uuid, p_project uuid) returns bigint[]
language sql stable set search_path = pg_catalog, public as $$
  select case when p_kind = 'meeting' then array[search_scope(p_kind, p_org, 'team')] else '{}' end ||
         case when p_kind = 'meeting' and p_project is not null then array[search_scope(p_kind, p_project, 'team')] else '{}' end ||
         array(select search_scope(p_kind, a.member_id, 'invited') from meeting_attendee a where a.org_id = p_org and a.meeting_id = p_meeting)
$$;

do $$
declare before text := pg_get_functiondef('search_put(text, uuid[])'::regprocedure);
declare own text := $f$array[search_scope(p_kind, s.org_id, 'team')] ||$f$;
declare last text := $f$array[search_scope(p_kind, s.project_id, 'client')] else '{}' end,$f$;
declare one record; after text;
begin
  if position(own in before) = 0 or position(last in before) = 0 then raise exception 'search_put has changed'; end if;
  execute replace(replace(before, last, replace(last, 'end,', 'end end,')), own,
    'case when p_kind in (''meeting'', ''meeting_client'') then meeting_scopes(p_kind, s.org_id, s.id, s.project_id) else ' || own);
  for one in select * from (values
    ('search_source', $f$  elsif p_kind = 'folder' then$f$, $f$  elsif p_kind in ('meeting', 'meeting_client') then
    return query select m.org_id, m.id, m.project_id, 'internal', m.title, left(m.place || ' ' || (
          select coalesce(string_agg(i.title || ' ' || i.notes, ' ' order by i.rank), '') from agenda_item i
           where i.org_id = m.org_id and i.meeting_id = m.id and i.removed_at is null and (p_kind = 'meeting' or i.audience = 'client')), 50000), m.updated_at::timestamptz
      from meeting m where m.id = any (p_ids) and m.cancelled_at is null and (p_kind = 'meeting' or m.audience = 'client');
  elsif p_kind = 'folder' then$f$),
    ('fill_search', $f$case place.kind when 'person' then 'member'$f$,
      $f$case place.kind when 'meeting_client' then 'meeting' when 'person' then 'member'$f$)) as given(name, old, new)
  loop
    before := pg_get_functiondef((select p.oid from pg_proc p where p.proname = one.name and p.pronamespace = 'public'::regnamespace));
    after := replace(before, one.old, one.new);
    if after = before then raise exception '% has changed', one.name; end if;
    execute after;
  end loop;
end $$;

grant create on schema public to search;
set local role search;
do $$
declare before text := pg_get_functiondef((select p.oid from pg_proc p where p.proname = 'search_entries' and p.pronamespace = 'public'::regnamespace));
declare after text := replace(before, $f$      scopes := case
$f$, $f$      scopes := case
        when one = 'meeting_client' then array[search_scope(one, app_member_id(), 'invited')]
        when one = 'meeting' and p_client then '{}'
        when one = 'meeting' and not p_every then
          array(select search_scope(one, p, 'team') from unnest(p_projects) p) || search_scope(one, app_member_id(), 'invited')
$f$);
begin
  if after = before then raise exception 'search_entries has changed'; end if;
  execute after;
end $$;
reset role;
revoke create on schema public from search;

create function search_put_meetings(p_ids uuid[]) returns void language plpgsql volatile set search_path = pg_catalog, public as $$
declare one text;
begin
  foreach one in array array['meeting', 'meeting_client'] loop
    delete from search_entry e where e.kind = one and e.id = any (p_ids) and e.id not in (select s.id from search_source(one, p_ids) s)
       and e.org_id in (select m.org_id from meeting m where m.id = any (p_ids) union select app_org_id());
    perform search_put(one, p_ids);
  end loop;
end $$;
-- Of `meeting` itself.
create function search_take_meeting() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry e where e.org_id = old.org_id and e.kind in ('meeting', 'meeting_client') and e.id = old.id;
  else
    perform search_put_meetings(array[new.id]);
  end if;
  return null;
end $$;
-- Of what belongs to it: who is invited, and its agenda.
create function search_take_of_meeting() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    perform search_put_meetings(array(select distinct g.meeting_id from gone g));
  elsif tg_op = 'INSERT' then
    perform search_put_meetings(array(select distinct f.meeting_id from fresh f));
  else
    perform search_put_meetings(array(select f.meeting_id from fresh f union select g.meeting_id from gone g));
  end if;
  return null;
end $$;
revoke all on function meeting_scopes(text, uuid, uuid, uuid), search_put_meetings(uuid[]), search_take_meeting(), search_take_of_meeting() from public;

create trigger search_1_inserted after insert on meeting for each row execute function search_take_meeting();
create trigger search_2_deleted after delete on meeting for each row execute function search_take_meeting();
create trigger search_3_changed after update on meeting for each row
  when (old.title is distinct from new.title or old.place is distinct from new.place or old.audience is distinct from new.audience
    or old.project_id is distinct from new.project_id or (old.cancelled_at is null) <> (new.cancelled_at is null))
  execute function search_take_meeting();
create trigger search_1_inserted after insert on meeting_attendee referencing new table as fresh for each statement
  execute function search_take_of_meeting();
create trigger search_2_deleted after delete on meeting_attendee referencing old table as gone for each statement
  execute function search_take_of_meeting();
create trigger search_1_inserted after insert on agenda_item referencing new table as fresh for each statement
  execute function search_take_of_meeting();
create trigger search_2_deleted after delete on agenda_item referencing old table as gone for each statement
  execute function search_take_of_meeting();
create trigger search_3_changed after update on agenda_item referencing old table as gone new table as fresh for each statement
  execute function search_take_of_meeting();

insert into search_backlog (kind)
  select 'meeting' where exists (select from meeting) union all select 'meeting_client' where exists (select from meeting)
on conflict (kind) do update set after_id = null;
