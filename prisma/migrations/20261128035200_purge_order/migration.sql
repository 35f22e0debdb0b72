-- What lets go by itself when the other row is deleted (`on delete set null (…)`) says nothing about the order: a task names a
-- comment, which belongs to a task, and in that circle every table was as deep as every other.
create or replace function purge_organisations(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare gone record; present record; link record; people uuid[]; n int;
begin
  delete from former_key where organisation_id is null and created_at < now() - interval '1 year';
  select id, key, verified_at into gone from organisation
   where deleted_at < now() - interval '30 days' or (verified_at is null and created_at < now() - interval '1 day')
   order by id limit 1 for update skip locked;
  if not found then return 0; end if;

  for present in
    with recursive part as (
      select c.oid, c.relname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'),
    level (oid, depth) as (
      select oid, 0 from part
      union
      select k.confrelid, level.depth + 1 from level
        join pg_constraint k on k.contype = 'f' and k.conrelid = level.oid and k.confrelid <> k.conrelid
         and k.confdelsetcols is null
        join part on part.oid = k.confrelid
       where level.depth < 30)
    select part.oid, part.relname from part join level using (oid) group by 1, 2 order by max(depth), 2
  loop
    -- Rows of one table that point at each other let go first.
    for link in
      select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where k.contype = 'f' and k.conrelid = present.oid and k.confrelid = present.oid and a.attname <> 'org_id'
    loop
      execute format('update %I set %I = null where ctid = any (array(select ctid from %I where org_id = $1 and %I is not null limit $2))',
                     present.relname, link.attname, present.relname, link.attname) using gone.id, p_rows;
      get diagnostics n = row_count;
      if n > 0 then return n; end if;
    end loop;
    if present.relname = 'member' then
      with left_now as (
        delete from member where ctid = any (array(select ctid from member where org_id = gone.id limit p_rows))
        returning person_id)
      select count(*)::int, array_agg(person_id) into n, people from left_now;
      delete from person p where p.id = any (people) and not exists (select from member m where m.person_id = p.id);
    else
      execute format('delete from %I where ctid = any (array(select ctid from %I where org_id = $1 limit $2))',
                     present.relname, present.relname) using gone.id, p_rows;
      get diagnostics n = row_count;
    end if;
    if n > 0 then return n; end if;
  end loop;

  delete from one_time_code where org_key = gone.id::text or org_key = gone.key;
  if gone.verified_at is not null then
    update former_key set created_at = now() where organisation_id = gone.id;
    insert into former_key (key) values (gone.key) on conflict do nothing;
  else
    delete from former_key where organisation_id = gone.id;
  end if;
  delete from organisation where id = gone.id;
  return 1;
end $$;
