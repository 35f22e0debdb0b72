-- The newest messages are looked through first: of some rooms theirs, of many the organisation's. Who reads ten projects of two
-- hundred finds little of them among the organisation's newest, and a frequent word was then sought, and sorted, in all that they
-- ever said. Fewer of each where there are more rooms, so that looking through them stays short.
create or replace function find_messages(p_rooms uuid[], p_words text, p_author uuid, p_from timestamptz, p_to timestamptz,
  p_before timestamptz, p_before_id uuid, p_limit int) returns table (id uuid)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public set jit = off
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare sought tsquery; ids uuid[]; newest int := case when cardinality(p_rooms) <= 4 then 1000 else 400 end;
begin
  sought := case when p_words <> '' then to_tsquery('simple', p_words) end;
  if sought is not null then
    ids := case when cardinality(p_rooms) <= 40 then array(
        select r.id from (
          select mine.* from unnest(p_rooms) room cross join lateral (
            select * from message m where m.org_id = app_org_id() and m.room_id = room
               and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
               and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
             order by m.created_at desc, m.id desc limit newest) mine
           order by mine.created_at desc, mine.id desc limit newest) r
         where r.words @@ sought and r.deleted_at is null and (p_author is null or r.author_id = p_author)
         order by r.created_at desc, r.id desc limit p_limit)
      else array(
        select r.id from (
          select * from message m where m.org_id = app_org_id()
             and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
             and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
           order by m.created_at desc, m.id desc limit 2000) r
         where r.room_id = any (p_rooms) and r.words @@ sought and r.deleted_at is null and (p_author is null or r.author_id = p_author)
         order by r.created_at desc, r.id desc limit p_limit) end;
    if cardinality(ids) >= p_limit then return query select * from unnest(ids); return; end if;
    if cardinality(p_rooms) between 1 and 200 then
      sought := sought && (select string_agg(quote_literal('room:' || one), ' | ') from unnest(p_rooms) one)::tsquery;
      -- The words name the rooms: an index of rooms beside theirs would only be read in vain.
      return query
        select m.id from message m
         where m.words @@ sought and (m.org_id = app_org_id()) is true and (m.room_id = any (p_rooms)) is true and m.deleted_at is null
           and (p_author is null or m.author_id = p_author)
           and (m.created_at >= coalesce(p_from, '-infinity')) is true and (m.created_at < coalesce(p_to, 'infinity')) is true
           and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
         order by m.created_at desc, m.id desc limit p_limit;
      return;
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
