-- A function with a search path of its own is called for each row: its settings are set and set back, which costs more than
-- what it does. With a body that is read when it is made, names are safe without one, and the planner puts the body in its place.
create or replace function shown_name(p_name text, p_namesake smallint) returns text language sql immutable parallel safe
return case when p_namesake is null then p_name else p_name || ' (' || p_namesake::text || ')' end;

create or replace function search_fold(p text) returns text language sql immutable parallel safe
return translate(
    case when octet_length(p) = char_length(p) then lower(p)
      else left(translate(replace(replace(replace(replace(regexp_replace(lower(normalize(p, nfkd)), '[\u0300-\u036f]+', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðıς', 'olddiσ'), 60000) end,
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32));

create or replace function search_scope(p_kind text, p_place uuid, p_who text) returns bigint language sql immutable parallel safe
return ('x' || left(md5(p_kind || ':' || p_place::text || ':' || p_who), 16))::bit(64)::bigint;

-- In this language a statement is planned once a connection.
create or replace function search_put(p_kind text, p_ids uuid[]) returns void language plpgsql volatile
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
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
    title = excluded.title, words = excluded.words, scope = excluded.scope, updated_at = excluded.updated_at;
end $$;

create or replace function watchers_by_choice(p_task uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'watching', w.watching, 'role', m.role,
           'active', m.approval = 1 and m.deactivated_at is null,
           'member', exists (select from project_member pm where pm.org_id = w.org_id and pm.project_id = w.project_id
              and pm.member_id = w.member_id))), '[]')
    from task_watcher w join member m on m.org_id = w.org_id and m.id = w.member_id
   where w.org_id = app_org_id() and w.task_id = p_task);
end $$;
