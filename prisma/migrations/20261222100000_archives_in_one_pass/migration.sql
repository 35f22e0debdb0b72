-- What an archive holds is worked out once for all tables of a piece: it took most of the time of a small organisation's export.

create or replace function archive_links() returns table (name text, target text, columns text[], referenced text[], nullable boolean)
language sql stable set search_path = pg_catalog, public as $$
  with carried as materialized (select to_regclass(quote_ident(t.name))::oid as oid, t.name from archive_tables() t)
  select c.name, d.name,
         array(select a.attname::text from unnest(k.conkey) with ordinality u(n, at) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n
                where a.attname <> 'org_id' order by u.at),
         array(select a.attname::text from unnest(k.confkey) with ordinality u(n, at) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n
                where a.attname <> 'org_id' order by u.at),
         exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where not a.attnotnull)
    from pg_constraint k join carried c on c.oid = k.conrelid join carried d on d.oid = k.confrelid
   where k.contype = 'f' order by 1, 2, 3
$$;

-- The columns of all tables, or of one. Never what lets somebody in, what is computed of other columns, what only this
-- installation knows, or markup that would be believed: it is rendered anew.
create function archive_carried(p_table text default null) returns table (of text, name text, type text, nullable boolean, at int)
language sql stable set search_path = pg_catalog, public as $$
  with carried as materialized (select to_regclass(quote_ident(t.name))::oid as oid, t.name from archive_tables() t),
  -- What points to what stays.
  astray as materialized (
    select k.conrelid as oid, n as attnum from pg_constraint k cross join unnest(k.conkey) n
      join pg_attribute o on o.attrelid = k.confrelid and o.attname = 'org_id'
     where k.contype = 'f' and k.confrelid not in (select c.oid from carried c))
  select c.name, a.attname::text, format_type(a.atttypid, a.atttypmod), not a.attnotnull, a.attnum::int
    from carried c join pg_attribute a on a.attrelid = c.oid
   where (p_table is null or c.name = p_table) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'tsvector'::regtype
     and a.attname !~ '(password|secret|token|sealed|code_hash|_html$|_renderer$)'
     and (c.name, a.attname) not in (('member', 'person_id'), ('member', 'placed_at'), ('member', 'picture'), ('member', 'second_factor_reset_at'),
       ('file_content', 'storage_key'), ('file_content', 'stored_in'), ('file_content', 'stored_as'), ('notification', 'deliver_at'),
       ('audit', 'imported_at'))
     and (a.attname = 'org_id' or (a.attrelid, a.attnum) not in (select s.oid, s.attnum from astray s))
$$;

create or replace function archive_columns(p_table text) returns table (name text, type text, nullable boolean)
language sql stable set search_path = pg_catalog, public as $$
  select c.name, c.type, c.nullable from archive_carried(p_table) c order by c.at
$$;

-- Of every table, which columns leave and which rows, of `t`. What only its people read stays with them: direct and group
-- rooms, drafts of files, and all that hangs on these, up to six links away.
create function archive_plan() returns table (name text, columns text[], condition text)
language plpgsql stable set search_path = pg_catalog, public as $$
declare
  links jsonb; hidden text[]; deeper jsonb; plan jsonb := '{}'; here text; link jsonb; parts text[]; at int;
begin
  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into links from archive_links() l where l.name <> l.target;
  with recursive hidden_ones(name) as (
    select unnest(array['room', 'file']) union
    select l ->> 'name' from jsonb_array_elements(links) l join hidden_ones h on h.name = l ->> 'target')
  select array_agg(h.name) into hidden from hidden_ones h;
  -- `@` stands for the alias of the table; what is further away is known before what is nearer.
  for depth in reverse 6..0 loop
    deeper := plan;
    plan := '{}';
    foreach here in array hidden loop
      parts := array['true'];
      if here = 'room' then parts := parts || '@.kind not in (''group'', ''direct'')'::text; end if;
      if here = 'file' then parts := parts || '@.draft_at is null'::text; end if;
      at := 0;
      if depth < 6 then
        for link in select l from jsonb_array_elements(links) l where l ->> 'name' = here and l ->> 'target' = any (hidden) loop
          at := at + 1;
          parts := parts || format('(%s or exists (select from %I @_%s where @_%s.org_id = @.org_id and %s and %s))',
            (select string_agg(format('@.%I is null', c), ' or ') from jsonb_array_elements_text(link -> 'columns') c),
            link ->> 'target', at, at,
            (select string_agg(format('@_%s.%I = @.%I', at, r, c), ' and ')
               from rows from (jsonb_array_elements_text(link -> 'columns'), jsonb_array_elements_text(link -> 'referenced')) u(c, r)),
            replace(deeper ->> (link ->> 'target'), '@', '@_' || at));
        end loop;
      end if;
      plan := plan || jsonb_build_object(here, array_to_string(parts, ' and '));
    end loop;
  end loop;
  return query
    select t.of, t.columns,
           case when t.of = 'file_content' then format(
             'exists (select from file_version v where v.org_id = t.org_id and v.content_id = t.id and %s)', replace(deeper ->> 'file_version', '@', 'v'))
           else coalesce(replace(plan ->> t.of, '@', 't'), 'true') end
      from (select c.of, array_agg(c.name order by c.at) as columns from archive_carried() c group by c.of) t;
end $$;

drop function archive_count(text);
create function archive_count(p_tables text[]) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare one record; n bigint; sum bigint := 0;
begin
  perform archive_guard(t) from unnest(p_tables[1:1]) t;
  for one in select p.name, p.condition from archive_plan() p where p.name = any (p_tables) loop
    execute format('select count(*) from %I t where t.org_id = $1 and %s', one.name, one.condition) into n using app_org_id();
    sum := sum + n;
  end loop;
  return sum;
end $$;

-- The next rows, of the first table after a key, then of the tables behind it; about as many as so many bytes hold, and at
-- least one if there is any.
drop function archive_rows(text, jsonb, int);
create function archive_rows(p_tables text[], p_after jsonb, p_bytes int) returns table (name text, key jsonb, line text)
language plpgsql stable security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
declare one record; found record; sum bigint := 0; many int; keys text; bound text; after jsonb := p_after;
begin
  perform archive_guard(t) from unnest(p_tables[1:1]) t;
  for one in select t.name, p.columns, p.condition from unnest(p_tables) with ordinality t(name, at) join archive_plan() p on p.name = t.name order by t.at loop
    select string_agg(format('t.%I', k.name), ', '),
           format('(%s) > (%s)', string_agg(format('t.%I', k.name), ', '), string_agg(format('($2 ->> %s)::%s', k.at - 1, k.type), ', '))
      into keys, bound
      from (select a.name, a.type, row_number() over () as at from archive_key(one.name) a) k;
    many := 0;
    for found in execute format('select jsonb_build_array(%s) as key, row_to_json(r)::text as line from %I t cross join lateral (select %s) r'
        || ' where t.org_id = $1 and %s and %s order by %s limit 2000',
        keys, one.name, (select string_agg(format('t.%I', c), ', ') from unnest(one.columns) c),
        case when after is null then 'true' else bound end, one.condition, keys) using app_org_id(), after loop
      name := one.name; key := found.key; line := found.line;
      return next;
      sum := sum + length(found.line);
      many := many + 1;
      if sum > p_bytes or many = 2000 then return; end if;
    end loop;
    after := null;
  end loop;
end $$;

create or replace function archive_contents(p_after uuid, p_rows int) returns table (id uuid, size bigint, storage_key text, stored_in text)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  perform archive_guard('file_content');
  return query execute 'select t.id, t.size, t.storage_key, t.stored_in from file_content t where t.org_id = $1 and ($2 is null or t.id > $2) and '
    || (select p.condition from archive_plan() p where p.name = 'file_content') || ' order by t.id limit $3' using app_org_id(), p_after, p_rows;
end $$;

drop function archive_condition(text, text, int);

-- The keys of rows that are here, by table; for an organisation that is not in use yet.
drop function archive_present(text);
create function archive_present(p_tables text[]) returns table (name text, keys jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  perform archive_guard(t) from unnest(p_tables[1:1]) t;
  for name in select t.name from archive_tables() t where t.name = any (p_tables) loop
    execute format('select coalesce(jsonb_agg(jsonb_build_array(%s)), ''[]'') from (select * from %I where org_id = $1 limit 2001) t',
      (select string_agg(format('t.%I', k.name), ', ') from archive_key(name) k), name) into keys using app_org_id();
    return next;
  end loop;
end $$;

revoke all on function archive_carried(text), archive_plan(), archive_count(text[]), archive_rows(text[], jsonb, int), archive_present(text[]) from public;
grant execute on function archive_carried(text), archive_count(text[]), archive_rows(text[], jsonb, int), archive_present(text[]) to tenant;
