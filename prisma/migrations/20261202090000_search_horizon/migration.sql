-- Of the newest of each room that were read, only as many as a single room gives were looked at. All are now that are newer than
-- what was left unread of any room: often nearly all of them. Words that one person seldom says, or that are frequent in old
-- messages only, are then seldom sought in all that was ever said; and where nothing was left unread, never.
create or replace function find_messages(p_rooms uuid[], p_words text, p_author uuid, p_from timestamptz, p_to timestamptz,
  p_before timestamptz, p_before_id uuid, p_limit int) returns table (id uuid)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public set jit = off
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare sought tsquery; ids uuid[]; complete boolean := false; newest int := case when cardinality(p_rooms) <= 4 then 1000 else 400 end;
begin
  sought := case when p_words <> '' then to_tsquery('simple', p_words) end;
  if sought is not null then
    if cardinality(p_rooms) <= 40 then
      with mine as materialized (
        select room.id as room_id, r.* from unnest(p_rooms) room (id) cross join lateral (
          select m.id, m.created_at, m.words @@ sought and m.deleted_at is null and (p_author is null or m.author_id = p_author) as fits
            from message m where m.org_id = app_org_id() and m.room_id = room.id
             and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
             and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
           order by m.created_at desc, m.id desc limit newest) r
      ), horizon as (
        select max(full_room.oldest) as at from (
          select min(mine.created_at) as oldest from mine group by mine.room_id having count(*) = newest) full_room
      )
      select array(
          select mine.id from mine where mine.fits and (horizon.at is null or mine.created_at > horizon.at)
           order by mine.created_at desc, mine.id desc limit p_limit), horizon.at is null
        into ids, complete from horizon;
    else
      ids := array(
        select r.id from (
          select * from message m where m.org_id = app_org_id()
             and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < coalesce(p_to, 'infinity')
             and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
           order by m.created_at desc, m.id desc limit 2000) r
         where r.room_id = any (p_rooms) and r.words @@ sought and r.deleted_at is null and (p_author is null or r.author_id = p_author)
         order by r.created_at desc, r.id desc limit p_limit);
    end if;
    if complete or cardinality(ids) >= p_limit then return query select * from unnest(ids); return; end if;
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
