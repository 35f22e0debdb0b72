-- The rank behind another one, as the package fractional-indexing makes it: null for what is no rank. With it a new
-- task's place is taken in the statement that writes the task, and its locks are held for one message less.
create function rank_after(p_rank text) returns text
language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  head int := ascii(p_rank);
  size int;
  digit text;
  zeros text := '';
begin
  if coalesce(p_rank, '') = '' then return 'a0'; end if;
  if p_rank !~ '^[0-9A-Za-z]+$' or head < 65 then return null; end if;
  size := case when head >= 97 then head - 95 else 92 - head end;
  if length(p_rank) < size or (length(p_rank) > size and right(p_rank, 1) = '0') then return null; end if;
  for at in reverse size .. 2 loop
    digit := substr(p_rank, at, 1);
    if digit <> 'z' then
      return left(p_rank, at - 1) || substr(digits, strpos(digits, digit) + 1, 1) || zeros;
    end if;
    zeros := zeros || '0';
  end loop;
  return case head when 90 then 'a0' when 122 then null
              else chr(head + 1) || case when head >= 97 then zeros || '0' else left(zeros, -1) end end;
end $$;

-- Number and rank of a new task at the end of its column, whose ranks are made anew if one of them is none.
create function next_task_place(p_project uuid, p_status smallint) returns table (next_number int, next_rank text)
language plpgsql set search_path = pg_catalog, public as $$
declare
  ids uuid[];
  ranks text[] := '{}';
begin
  select place.number, rank_after(place.last_rank) into next_number, next_rank
    from take_task_place(p_project, p_status) place;
  if next_rank is null then
    ids := array(select t.id from task t where t.project_id = p_project and t.status = p_status
                  order by t.rank, t.id for update);
    for at in 1 .. cardinality(ids) loop
      next_rank := rank_after(next_rank);
      ranks := ranks || next_rank;
    end loop;
    update task t set rank = fresh.rank from unnest(ids, ranks) as fresh(id, rank)
     where t.id = fresh.id and t.rank <> fresh.rank;
    next_rank := rank_after(next_rank);
  end if;
  return next;
end $$;
