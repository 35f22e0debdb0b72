-- An organisation as one archive, and an archive as an organisation. What is carried is asked of the catalogue, so that a table
-- that is added later is carried too.

-- While rows are put back what follows from a change does not follow again: it is among the rows.
create function app_restoring() returns boolean language sql stable parallel safe
return coalesce(current_setting('app.restoring', true) = 'on', false);

-- The pieces of an archive, in order: bytes of its own, or a content that lies where files lie. `central` is what the
-- directory at its end says of the entry that begins here.
create table archive_piece (
  org_id uuid not null default app_org_id(),
  job_id uuid not null,
  number int not null,
  begins bigint not null,
  size bigint not null,
  bytes bytea,
  content_id uuid,
  central bytea,
  constraint archive_piece_pkey primary key (org_id, job_id, number),
  constraint archive_piece_one check ((bytes is null) <> (content_id is null))
);
alter table archive_piece add constraint archive_piece_org_id_job_id_fkey
  foreign key (org_id, job_id) references job (org_id, id) on delete cascade on update cascade;
create index archive_piece_org_id_job_id_begins_idx on archive_piece (org_id, job_id, begins);
create index archive_piece_org_id_content_id_idx on archive_piece (org_id, content_id) where content_id is not null;

-- An import of such an archive. Its id is its job's. `mask` changes the ids of the archive, so that it can be imported beside
-- the organisation that it is of; `kept`: the keys of rows that were here before.
create table organisation_import (
  org_id uuid not null default app_org_id(),
  id uuid not null,
  created_by_id uuid,
  file_name text not null,
  size bigint not null,
  storage_key text,
  stored_in text,
  mask text not null,
  kept jsonb not null,
  known jsonb not null default '{}',
  lacks jsonb not null default '[]',
  counts jsonb not null default '{}',
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  -- Why nothing of it stayed.
  problem text,
  constraint organisation_import_pkey primary key (org_id, id)
);
alter table organisation_import add constraint organisation_import_org_id_created_by_id_fkey
  foreign key (org_id, created_by_id) references member (org_id, id) on delete no action on update no action;
create unique index organisation_import_one on organisation_import (org_id) where finished_at is null;
create index organisation_import_org_id_created_by_id_idx on organisation_import (org_id, created_by_id);
create index organisation_import_storage_key_idx on organisation_import (storage_key) where storage_key is not null;

alter table audit add column imported_at timestamptz(3);

do $$
declare t text; admins text := 'org_id = (select app_org_id()) and (select app_role()) = ''admin''';
begin
  foreach t in array array['archive_piece', 'organisation_import'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
    execute format('create policy tenant_all on %I to tenant using (%s) with check (%s)', t, admins, admins);
    execute format('create policy worker_all on %I to worker using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update (bytes, central) on archive_piece to tenant;
grant select (org_id, job_id, number, content_id), delete on archive_piece to worker;
grant select, insert, update (known, lacks, counts, finished_at, problem, storage_key) on organisation_import to tenant;
grant select (org_id, id, storage_key) on organisation_import to worker;

-- A content stays as long as an archive names it.
do $$
declare before text := pg_get_functiondef('forget_contents(int, text[])'::regprocedure);
declare after text := replace(before, 'from file_version v where v.org_id = c.org_id and v.content_id = c.id)',
  'from file_version v where v.org_id = c.org_id and v.content_id = c.id)
       and not exists (select from archive_piece p where p.org_id = c.org_id and p.content_id = c.id)');
begin
  if after = before then raise exception 'forget_contents has changed'; end if;
  execute after;
end $$;

-- Tables of organisations that stay where they are: lib/organisation-archive/vocabulary.ts says of each why.
-- What belongs to one of these stays with it, and so does what is nothing without a secret, such as a calendar's address.
create function archive_tables() returns table (name text) language sql stable set search_path = pg_catalog, public as $$
  with recursive tables as (
    select c.oid, c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'),
  stays(oid, name) as (
    select t.oid, t.name from tables t
     where t.name = any (string_to_array('session chat_session client_view push_subscription presence idempotency_key outbox job job_part'
       || ' archive_piece organisation_import organisation_logo invitation invitation_batch calendar_feed search_entry storage_use rule_cause', ' '))
       or exists (select from pg_attribute a where a.attrelid = t.oid and a.attnotnull and not a.atthasdef and not a.attisdropped
                     and a.attname ~ '(password|secret|token|sealed|code_hash)')
    union
    select t.oid, t.name from stays s join pg_constraint k on k.contype = 'f' and k.confrelid = s.oid join tables t on t.oid = k.conrelid
     where not exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where not a.attnotnull))
  select t.name from tables t where not exists (select from stays s where s.oid = t.oid) order by 1
$$;

-- Never what lets somebody in, what is computed of other columns, what only this installation knows, or markup that would be
-- believed: it is rendered anew.
create function archive_columns(p_table text) returns table (name text, type text, nullable boolean)
language sql stable set search_path = pg_catalog, public as $$
  select a.attname::text, format_type(a.atttypid, a.atttypmod), not a.attnotnull from pg_attribute a
   where a.attrelid = to_regclass(quote_ident(p_table)) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and a.atttypid <> 'tsvector'::regtype
     and a.attname !~ '(password|secret|token|sealed|code_hash|_html$|_renderer$)'
     and (p_table, a.attname) not in (('member', 'person_id'), ('member', 'placed_at'), ('member', 'picture'), ('member', 'second_factor_reset_at'),
       ('file_content', 'storage_key'), ('file_content', 'stored_in'), ('file_content', 'stored_as'), ('notification', 'deliver_at'),
       ('audit', 'imported_at'))
     -- Nor what points to what stays.
     and (a.attname = 'org_id' or not exists (
       select from pg_constraint k join pg_class d on d.oid = k.confrelid
         join pg_attribute o on o.attrelid = d.oid and o.attname = 'org_id'
        where k.contype = 'f' and k.conrelid = a.attrelid and a.attnum = any (k.conkey) and d.relname not in (select t.name from archive_tables() t)))
   order by a.attnum
$$;

-- Which tables point to which, without the organisation.
create function archive_links() returns table (name text, target text, columns text[], referenced text[], nullable boolean)
language sql stable set search_path = pg_catalog, public as $$
  select c.relname::text, d.relname::text,
         array(select a.attname::text from unnest(k.conkey) with ordinality u(n, at) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n
                where a.attname <> 'org_id' order by u.at),
         array(select a.attname::text from unnest(k.confkey) with ordinality u(n, at) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n
                where a.attname <> 'org_id' order by u.at),
         exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where not a.attnotnull)
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class d on d.oid = k.confrelid
   where k.contype = 'f' and c.relname in (select t.name from archive_tables() t) and d.relname in (select t.name from archive_tables() t)
   order by 1, 2, 3
$$;

create function archive_key(p_table text) returns table (name text, type text) language sql stable set search_path = pg_catalog, public as $$
  select a.attname::text, format_type(a.atttypid, a.atttypmod)
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality u(n, at) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.n
   where i.indrelid = to_regclass(quote_ident(p_table)) and i.indisprimary and a.attname <> 'org_id' order by u.at
$$;

-- What only its people read stays with them: direct and group rooms, drafts of files, and all that hangs on these.
create function archive_condition(p_table text, p_alias text, p_depth int default 0) returns text
language plpgsql stable set search_path = pg_catalog, public as $$
declare parts text[] := array['true']; link record; private text[]; at int := 0; inside text;
begin
  if p_table = 'room' then parts := parts || format('%s.kind not in (''group'', ''direct'')', p_alias); end if;
  if p_table = 'file' then parts := parts || format('%s.draft_at is null', p_alias); end if;
  if p_table = 'file_content' then
    parts := parts || format('exists (select from file_version v where v.org_id = %1$s.org_id and v.content_id = %1$s.id and %2$s)',
      p_alias, archive_condition('file_version', 'v', p_depth + 1));
  end if;
  with recursive private_ones(name) as (
    select unnest(array['room', 'file']) union
    select l.name from archive_links() l join private_ones p on p.name = l.target where l.name <> l.target)
  select array_agg(p.name) into private from private_ones p;
  if p_depth < 6 and p_table = any (private) then
    for link in select * from archive_links() l where l.name = p_table and l.target <> p_table and l.target = any (private) loop
      at := at + 1;
      inside := p_alias || '_' || at;
      parts := parts || format('(%s or exists (select from %I %s where %s and %s))',
        (select string_agg(format('%s.%I is null', p_alias, c), ' or ') from unnest(link.columns) c),
        link.target, inside,
        format('%s.org_id = %s.org_id and ', inside, p_alias) ||
          (select string_agg(format('%s.%I = %s.%I', inside, r, p_alias, c), ' and ') from unnest(link.columns, link.referenced) u(c, r)),
        archive_condition(link.target, inside, p_depth + 1));
    end loop;
  end if;
  return array_to_string(parts, ' and ');
end $$;

create function archive_guard(p_table text) returns void language plpgsql stable set search_path = pg_catalog, public as $$
begin
  if app_org_id() is null or app_role() is distinct from 'admin' or p_table not in (select t.name from archive_tables() t) then
    raise exception 'nobody archives this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function archive_count(p_table text) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare n bigint;
begin
  perform archive_guard(p_table);
  execute format('select count(*) from %I t where t.org_id = $1 and %s', p_table, archive_condition(p_table, 't')) into n using app_org_id();
  return n;
end $$;

-- The next rows after a key, about as many as so many bytes hold.
create function archive_rows(p_table text, p_after jsonb, p_bytes int) returns table (key jsonb, line text)
language plpgsql stable security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
declare one record; sum bigint := 0; keys text; bound text;
begin
  perform archive_guard(p_table);
  select string_agg(format('t.%I', k.name), ', '),
         format('(%s) > (%s)', string_agg(format('t.%I', k.name), ', '), string_agg(format('($2 ->> %s)::%s', k.at - 1, k.type), ', '))
    into keys, bound
    from (select name, type, row_number() over () as at from archive_key(p_table)) k;
  for one in execute format('select jsonb_build_array(%s) as key, row_to_json(r)::text as line from %I t cross join lateral (select %s) r'
      || ' where t.org_id = $1 and ($2 is null or %s) and %s order by %s limit 2000',
      keys, p_table, (select string_agg(format('t.%I', c.name), ', ') from archive_columns(p_table) c), bound,
      archive_condition(p_table, 't'), keys) using app_org_id(), p_after loop
    key := one.key; line := one.line;
    return next;
    sum := sum + length(one.line);
    exit when sum > p_bytes;
  end loop;
end $$;

-- The contents that an archive holds, and where they lie.
create function archive_contents(p_after uuid, p_rows int) returns table (id uuid, size bigint, storage_key text, stored_in text)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  perform archive_guard('file_content');
  return query execute 'select c.id, c.size, c.storage_key, c.stored_in from file_content c where c.org_id = $1 and ($2 is null or c.id > $2) and '
    || archive_condition('file_content', 'c') || ' order by c.id limit $3' using app_org_id(), p_after, p_rows;
end $$;

-- Where the bytes of these pieces lie: files may be moved meanwhile, and be in the bin.
create function archive_pieces(p_job uuid, p_from bigint, p_to bigint)
returns table (begins bigint, size bigint, bytes bytea, storage_key text, stored_in text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.begins, p.size, p.bytes, c.storage_key, c.stored_in
    from archive_piece p left join file_content c on c.org_id = p.org_id and c.id = p.content_id
   where p.org_id = app_org_id() and p.job_id = p_job and app_role() = 'admin'
     and p.begins <= p_to and p.begins + p.size > p_from order by p.begins limit 1
$$;

-- The keys of rows that are here; for an organisation that is not in use yet.
create function archive_present(p_table text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare found jsonb;
begin
  perform archive_guard(p_table);
  execute format('select coalesce(jsonb_agg(jsonb_build_array(%s)), ''[]'') from (select * from %I where org_id = $1 limit 2001) t',
    (select string_agg(format('t.%I', k.name), ', ') from archive_key(p_table) k), p_table) into found using app_org_id();
  return found;
end $$;

create function restore_guard(p_table text) returns void language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  perform archive_guard(p_table);
  if not exists (select from organisation_import i where i.org_id = app_org_id() and i.finished_at is null) then
    raise exception 'nothing is imported here' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.restoring', 'on', true), set_config('app.rules_off', 'on', true);
end $$;

-- Writes rows of an archive into the caller's organisation, whichever they say they are of. First without `p_later`, the
-- columns that point to rows that come later; then (`p_again`) these alone. Returns which were refused, from 0, and why.
create function restore_rows(p_table text, p_rows jsonb, p_later text[], p_again boolean)
returns table (at int, state text, reason text)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare names text[]; keys text[]; command text; row_at int; detail text;
begin
  perform restore_guard(p_table);
  keys := array(select k.name from archive_key(p_table) k);
  names := array(select c.name from archive_columns(p_table) c where c.name <> 'org_id' and p_rows -> 0 ? c.name
                    and (c.name = any (keys) or (c.name = any (p_later)) = p_again));
  if p_again then
    command := format('update %I t set %s from jsonb_populate_recordset(null::%I, $1) r where t.org_id = app_org_id() and %s',
      p_table, (select string_agg(format('%I = r.%I', n, n), ', ') from unnest(names) n where n <> all (keys)), p_table,
      (select string_agg(format('t.%I = r.%I', k, k), ' and ') from unnest(keys) k));
  else
    command := format('insert into %I as t (org_id, %s%s) select app_org_id(), %s%s from jsonb_populate_recordset(null::%I, $1) r on conflict (%s) do %s',
      p_table, (select string_agg(quote_ident(n), ', ') from unnest(names) n),
      case p_table when 'member' then ', placed_at' when 'audit' then ', imported_at' when 'notification' then ', deliver_at' else '' end,
      (select string_agg('r.' || quote_ident(n), ', ') from unnest(names) n),
      case p_table when 'member' then ', now()' when 'audit' then ', now()' when 'notification' then ', null' else '' end,
      p_table,
      (select string_agg(quote_ident(a.attname), ', ') from pg_index i cross join unnest(i.indkey::int2[]) n
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n where i.indrelid = to_regclass(quote_ident(p_table)) and i.indisprimary),
      case when p_table = 'audit' or not exists (select from unnest(names) n where n <> all (keys)) then 'nothing'
        else format('update set %s where t.org_id = app_org_id()',
          (select string_agg(format('%I = excluded.%I', n, n), ', ') from unnest(names) n where n <> all (keys))) end);
  end if;
  begin
    execute command using p_rows;
    set constraints all immediate;
  exception when others then
    set constraints all deferred;
    for row_at in 0 .. jsonb_array_length(p_rows) - 1 loop
      begin
        execute command using jsonb_build_array(p_rows -> row_at);
        set constraints all immediate;
      exception when others then
        get stacked diagnostics detail = constraint_name;
        at := row_at; state := sqlstate; reason := coalesce(nullif(detail, ''), sqlerrm);
        return next;
      end;
    end loop;
  end;
  perform set_config('app.restoring', 'off', true);
end $$;

-- Takes away what an import wrote: everything but the rows that were here before. Returns how many went.
create function unrestore_rows(p_table text, p_kept jsonb, p_later text[], p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n int; others text;
begin
  perform restore_guard(p_table);
  others := format('ctid = any (array(select t.ctid from %I t where t.org_id = app_org_id() and not $1 @> jsonb_build_array(jsonb_build_array(%s))%s%s limit $2))',
    p_table, (select string_agg(format('t.%I', k.name), ', ') from archive_key(p_table) k),
    -- What was done here meanwhile is kept too.
    case when p_table = 'audit' then ' and t.imported_at is not null' else '' end,
    case when cardinality(p_later) > 0 then ' and (%s)' else '' end);
  if cardinality(p_later) > 0 then
    execute format('update %I set %s where ' || others, p_table, (select string_agg(format('%I = null', c), ', ') from unnest(p_later) c),
      (select string_agg(format('t.%I is not null', c), ' or ') from unnest(p_later) c)) using p_kept, p_rows;
    get diagnostics n = row_count;
    if n > 0 then return n; end if;
    others := format(others, 'true');
  end if;
  execute format('delete from %I where ', p_table) || others using p_kept, p_rows;
  get diagnostics n = row_count;
  perform set_config('app.restoring', 'off', true);
  return n;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['archive_tables()', 'archive_columns(text)', 'archive_links()', 'archive_key(text)', 'archive_condition(text, text, int)',
    'archive_guard(text)', 'archive_count(text)', 'archive_contents(uuid, int)', 'archive_rows(text, jsonb, int)', 'archive_pieces(uuid, bigint, bigint)', 'archive_present(text)',
    'restore_guard(text)', 'restore_rows(text, jsonb, text[], boolean)', 'unrestore_rows(text, jsonb, text[], int)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
grant execute on function archive_tables(), archive_columns(text), archive_links(), archive_count(text), archive_rows(text, jsonb, int),
  archive_contents(uuid, int), archive_pieces(uuid, bigint, bigint), archive_present(text), restore_rows(text, jsonb, text[], boolean),
  unrestore_rows(text, jsonb, text[], int) to tenant;

-- The audit log is append-only, but for what an import brought that comes to nothing.
create or replace function refuse_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' and old.imported_at is not null and app_restoring() then return old; end if;
  if tg_op = 'DELETE' and exists (select from organisation o where o.id = old.org_id
       and (o.deleted_at < now() - interval '30 days' or o.verified_at is null)) then
    return old;
  end if;
  raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
end $$;

-- All triggers but those that count, that make the search, and that guard the audit log are still while rows are put back.
do $$
declare one record; text_of text;
begin
  for one in select g.oid, g.tgname, c.relname from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and g.tgname !~ '^(search_|count_|audit_)' loop
    text_of := pg_get_triggerdef(one.oid);
    if position(' WHEN (' in text_of) > 0 then
      text_of := replace(text_of, ' WHEN (', ' WHEN (not app_restoring() and ');
    else
      text_of := replace(text_of, ' EXECUTE FUNCTION ', ' WHEN (not app_restoring()) EXECUTE FUNCTION ');
    end if;
    execute format('drop trigger %I on %I', one.tgname, one.relname);
    execute text_of;
  end loop;
end $$;
