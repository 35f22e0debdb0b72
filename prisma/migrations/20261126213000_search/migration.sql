-- Full-text search (rulings 4): one narrow row for whatever can be found, written by triggers in the transaction of the
-- change. A further kind joins by a branch of `search_source`, its triggers and, for rows that exist, a line in the backlog.

-- Trigrams find words with typing errors. A server without them finds by the beginnings of words instead.
do $$
begin
  create extension if not exists pg_trgm schema public;
exception when others then raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;

-- Lower case, without marks; signs part words. lib/search/vocabulary.ts does the same to what is searched for.
create function search_fold(p text) returns text language sql immutable strict parallel safe
set search_path = pg_catalog as $$
  select translate(
    case when octet_length(p) = char_length(p) then lower(p)
      else left(translate(replace(replace(replace(replace(regexp_replace(lower(normalize(p, nfkd)), '[\u0300-\u036f]+', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðıς', 'olddiσ'), 60000) end,
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)) $$;

-- Who may see a row, as one number that an index holds.
create function search_scope(p_kind text, p_place uuid, p_who text) returns bigint language sql immutable parallel safe
set search_path = pg_catalog as $$
  select ('x' || left(md5(p_kind || ':' || p_place || ':' || p_who), 16))::bit(64)::bigint $$;

create table search_entry (
  org_id uuid not null default app_org_id(),
  kind text collate "C" not null,
  id uuid not null,
  project_id uuid,
  audience text not null,
  title text,
  words tsvector not null,
  scope bigint[] not null,
  updated_at timestamptz(3) not null,
  constraint search_entry_pkey primary key (org_id, kind, id),
  constraint search_entry_audience check (audience in ('internal', 'client'))
);

-- How far the rows that were here before are taken in; empty when all are.
create table search_backlog (
  kind text not null primary key,
  after_id uuid
);

do $$
declare t text;
begin
  foreach t in array array['search_entry', 'search_backlog'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;
-- Its function compares: a policy that did would keep the full-text index from being used.
grant select on search_entry to search;
create policy search_read on search_entry for select to search using (true);
grant select on search_backlog to worker;
create policy worker_read on search_backlog for select to worker using (true);

-- Entries as they should be, of these rows. What lies in the bin has none.
create function search_source(p_kind text, p_ids uuid[])
returns table (org_id uuid, id uuid, project_id uuid, audience text, title text, body text, updated_at timestamptz)
language plpgsql stable set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  if p_kind = 'task' then
    return query select t.org_id, t.id, t.project_id, t.audience, t.title, t.description, t.updated_at::timestamptz
      from task t where t.id = any (p_ids) and t.deleted_at is null;
  elsif p_kind = 'comment' then
    return query select c.org_id, c.id, c.project_id, case when t.audience = 'client' then c.audience else 'internal' end, null::text,
        c.body, c.created_at::timestamptz
      from comment c join task t on t.org_id = c.org_id and t.id = c.task_id
     where c.id = any (p_ids) and c.deleted_at is null and t.deleted_at is null and c.body <> '';
  elsif p_kind = 'project' then
    return query select p.org_id, p.id, p.id, 'client', p.key || ' ' || p.name, p.description, p.updated_at::timestamptz
      from project p where p.id = any (p_ids) and p.deleted_at is null;
  elsif p_kind = 'person' then
    return query select m.org_id, m.id, null::uuid, 'internal', m.name, m.email, m.created_at::timestamptz
      from member m where m.id = any (p_ids) and m.approval = 1 and m.deactivated_at is null;
  elsif p_kind = 'folder' then
    return query select f.org_id, f.id, f.project_id, f.audience, f.name, '', f.updated_at::timestamptz
      from folder f where f.id = any (p_ids) and f.deleted_at is null;
  elsif p_kind = 'file' then
    return query select f.org_id, f.id, f.project_id,
        case when c.audience = 'internal' then 'internal' else f.audience end, f.name, '', f.updated_at::timestamptz
      from file f
      left join task t on t.org_id = f.org_id and t.id = f.task_id
      left join comment c on c.org_id = f.org_id and c.id = f.comment_id
     where f.id = any (p_ids) and f.deleted_at is null and f.draft_at is null and t.deleted_at is null and c.deleted_at is null;
  end if;
end $$;

create function search_put(p_kind text, p_ids uuid[]) returns void language sql volatile
set search_path = pg_catalog, public as $$
  insert into search_entry as e (org_id, kind, id, project_id, audience, title, words, scope, updated_at)
  select s.org_id, p_kind, s.id, s.project_id, s.audience, search_fold(s.title),
         coalesce(setweight(to_tsvector('simple', search_fold(s.title)), 'A'), '') ||
           setweight(to_tsvector('simple', search_fold(s.body)), 'D'),
         array[search_scope(p_kind, s.org_id, 'team')] ||
           case when s.project_id is null then search_scope(p_kind, s.org_id, 'open') else search_scope(p_kind, s.project_id, 'team') end ||
           case when s.project_id is not null and s.audience = 'client' then array[search_scope(p_kind, s.project_id, 'client')] else '{}' end,
         s.updated_at
    from search_source(p_kind, p_ids) s
  on conflict on constraint search_entry_pkey do update set project_id = excluded.project_id, audience = excluded.audience,
    title = excluded.title, words = excluded.words, scope = excluded.scope, updated_at = excluded.updated_at $$;

create function search_take_inserted() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform search_put(tg_argv[0], array(select id from fresh));
  return null;
end $$;
create function search_take_deleted() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from search_entry e using gone where e.org_id = gone.org_id and e.kind = tg_argv[0] and e.id = gone.id;
  return null;
end $$;
create function search_take_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare ids uuid[];
begin
  delete from search_entry e where e.org_id = new.org_id and e.kind = tg_argv[0] and e.id = new.id
     and not exists (select from search_source(tg_argv[0], array[new.id]));
  perform search_put(tg_argv[0], array[new.id]);
  return null;
end $$;
-- With it what hangs on it: these triggers' names sort behind those of the keys, which have changed the copies by then.
create function search_take_task_things() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare comments uuid[] := array(select c.id from comment c where c.org_id = new.org_id and c.task_id = new.id);
declare files uuid[] := array(select f.id from file f where f.org_id = new.org_id and f.task_id = new.id);
begin
  delete from search_entry e where e.org_id = new.org_id and ((e.kind = 'comment' and e.id = any (comments)) or (e.kind = 'file' and e.id = any (files)));
  perform search_put('comment', comments);
  perform search_put('file', files);
  return null;
end $$;
create function search_take_comment_things() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare files uuid[] := array(select f.id from file f where f.org_id = new.org_id and f.comment_id = new.id);
begin
  delete from search_entry e where e.org_id = new.org_id and e.kind = 'file' and e.id = any (files);
  perform search_put('file', files);
  return null;
end $$;

create function pg_temp.follow(t text, kind text, changed text) returns void language plpgsql as $$
declare differs text := (select string_agg(format('old.%I is distinct from new.%I', c, c), ' or ') from unnest(string_to_array(changed, ', ')) c);
begin
  execute format('create trigger search_1_inserted after insert on %I referencing new table as fresh for each statement execute function search_take_inserted(%L)', t, kind);
  execute format('create trigger search_2_deleted after delete on %I referencing old table as gone for each statement execute function search_take_deleted(%L)', t, kind);
  execute format('create trigger search_3_changed after update on %I for each row when (%s) execute function search_take_changed(%L)', t, differs, kind);
end $$;
do $$
begin
  perform pg_temp.follow('task', 'task', 'title, description, audience, project_id, deleted_at');
  perform pg_temp.follow('comment', 'comment', 'body, audience, deleted_at');
  perform pg_temp.follow('project', 'project', 'key, name, description, deleted_at');
  perform pg_temp.follow('member', 'person', 'name, email, approval, deactivated_at');
  perform pg_temp.follow('folder', 'folder', 'name, audience, project_id, deleted_at');
  perform pg_temp.follow('file', 'file', 'name, audience, project_id, task_id, comment_id, draft_at, deleted_at');
end $$;
create trigger search_4_things after update on task for each row
  when (old.audience is distinct from new.audience or old.project_id is distinct from new.project_id or old.deleted_at is distinct from new.deleted_at)
  execute function search_take_task_things();
create trigger search_4_things after update on comment for each row
  when (old.audience is distinct from new.audience or old.deleted_at is distinct from new.deleted_at)
  execute function search_take_comment_things();

-- One step of taking in what was here before; how many rows it read.
create function fill_search(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare place record; ids uuid[];
begin
  select * into place from search_backlog order by kind limit 1 for update skip locked;
  if not found then return 0; end if;
  -- Held, so that none is changed between the reading and the entry.
  execute format('select array(select id from (select id from %I where $1 is null or id > $1 order by id limit $2 for share) one)',
    case place.kind when 'person' then 'member' else place.kind end) into ids using place.after_id, p_rows;
  if cardinality(ids) = 0 then
    delete from search_backlog where kind = place.kind;
    return 1;
  end if;
  perform search_put(place.kind, ids);
  update search_backlog set after_id = (select max(id::text)::uuid from unnest(ids) id) where kind = place.kind;
  return cardinality(ids);
end $$;
insert into search_backlog (kind)
  select 'task' where exists (select from task) union all select 'comment' where exists (select from comment)
  union all select 'project' where exists (select from project) union all select 'person' where exists (select from member)
  union all select 'folder' where exists (select from folder) union all select 'file' where exists (select from file);

create index search_entry_recent_idx on search_entry (org_id, kind, updated_at desc);
create index search_entry_project_idx on search_entry (org_id, project_id, kind, updated_at desc);
create index search_entry_words_idx on search_entry using gin (words, scope) with (gin_pending_list_limit = 1024);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm' and extnamespace = 'public'::regnamespace) then
    create index search_entry_title_idx on search_entry using gin (title gin_trgm_ops) with (gin_pending_list_limit = 1024)
      where title is not null;
  end if;
end $$;

-- What is found of each kind, best first: hits in names before others, then the newest. `p_every`: all projects, else
-- `p_projects`; `p_people`: whose names may be known, null everybody. `p_words` and `p_names` are one query, the second for names
-- alone; where nothing is found at all, `p_near` is compared with names, or `p_stems` sought. The ids are read through the door.
create function search_entries(p_org uuid, p_every boolean, p_client boolean, p_projects uuid[], p_people uuid[], p_kinds text[],
  p_words text, p_names text, p_near text, p_stems text, p_limit int)
returns table (kind text, id uuid, place int)
language plpgsql stable security definer rows 20 set search_path = pg_catalog, public set enable_seqscan = off set jit = off set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  one text; ids uuid[]; scopes bigint[]; any_found boolean := false; hidden uuid[]; words tsquery; names tsquery; sought tsquery; few boolean;
begin
  if p_org is distinct from app_org_id() then return; end if;
  hidden := app_hidden_project_ids();
  words := to_tsquery('simple', p_words);
  names := to_tsquery('simple', p_names);
  for attempt in 1..2 loop
    exit when attempt = 2 and (any_found or p_near is null);
    foreach one in array p_kinds loop
      sought := case when one = 'person' and p_people is not null then names else words end;
      scopes := case
        when one = 'person' or p_every then array[search_scope(one, p_org, 'team')]
        when p_client then array(select search_scope(one, p, 'client') from unnest(p_projects) p)
        else array(select search_scope(one, p, 'team') from unnest(p_projects) p) || search_scope(one, p_org, 'open') end;
      few := not p_every and one <> 'person' and cardinality(p_projects) between 1 and 40;
      ids := null;
      if attempt = 1 then
        -- A frequent word is among the newest, which saves reading all that have it.
        select array_agg(e.id order by e.updated_at desc) into ids from (
          select r.id, r.updated_at from (
            (select * from search_entry s where not few and s.org_id = p_org and s.kind = one order by s.updated_at desc limit 2000)
            union all
            select mine.* from unnest(case when few then p_projects end) p cross join lateral (
              select * from search_entry s where s.org_id = p_org and s.project_id = p and s.kind = one
               order by s.updated_at desc limit 2000 / greatest(cardinality(p_projects), 1)) mine) r
           where r.words @@ (case when one = 'comment' then sought else names end) and r.scope && scopes
             and (r.project_id is null or r.project_id <> all (hidden))
             and (one <> 'person' or p_people is null or r.id = any (p_people))
           order by r.updated_at desc limit p_limit) e;
        if coalesce(cardinality(ids), 0) < p_limit then
          select array_agg(e.id order by e.named desc, e.updated_at desc) into ids from (
            select r.id, r.updated_at, r.words @@ names as named from (
              select * from search_entry s where s.words @@ sought and s.scope && scopes limit 3000) r
             where r.org_id = p_org and r.kind = one and (r.project_id is null or r.project_id <> all (hidden))
               and (one <> 'person' or p_people is null or r.id = any (p_people))
             order by named desc, r.updated_at desc limit p_limit) e;
        end if;
      elsif one = 'comment' then continue;
      elsif exists (select from pg_extension where extname = 'pg_trgm' and extnamespace = 'public'::regnamespace) then
        perform set_config('pg_trgm.word_similarity_threshold', '0.45', true);
        select array_agg(e.id order by e.likeness desc, e.updated_at desc) into ids from (
          select r.id, r.updated_at, word_similarity(p_near, r.title) as likeness from (
            select * from search_entry s where s.title %> p_near and s.scope && scopes limit 2000) r
           where r.org_id = p_org and r.kind = one and (r.project_id is null or r.project_id <> all (hidden))
             and (one <> 'person' or p_people is null or r.id = any (p_people))
           order by likeness desc, r.updated_at desc limit p_limit) e;
      else
        select array_agg(e.id order by e.updated_at desc) into ids from (
          select r.id, r.updated_at from (
            select * from search_entry s where s.words @@ to_tsquery('simple', p_stems) and s.scope && scopes limit 2000) r
           where r.org_id = p_org and r.kind = one and (r.project_id is null or r.project_id <> all (hidden))
             and (one <> 'person' or p_people is null or r.id = any (p_people))
           order by r.updated_at desc limit p_limit) e;
      end if;
      any_found := any_found or ids is not null;
      return query select one, u.id, u.place::int from unnest(ids) with ordinality as u(id, place);
    end loop;
  end loop;
end $$;

-- Owned by `search`, which sees this table alone and may create nothing afterwards.
grant create on schema public to search;
alter function search_entries(uuid, boolean, boolean, uuid[], uuid[], text[], text, text, text, text, int) owner to search;
revoke create on schema public from search;

revoke all on function search_put(text, uuid[]), search_source(text, uuid[]), fill_search(int), search_take_inserted(),
  search_take_deleted(), search_take_changed(), search_take_task_things(), search_take_comment_things() from public;
grant execute on function fill_search(int) to worker;
set local role search;
revoke all on function search_entries(uuid, boolean, boolean, uuid[], uuid[], text[], text, text, text, text, int) from public;
grant execute on function search_entries(uuid, boolean, boolean, uuid[], uuid[], text[], text, text, text, text, int) to tenant;
reset role;
