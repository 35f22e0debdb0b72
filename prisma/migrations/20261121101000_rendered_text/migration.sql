-- What a text became, beside it: reading a task costs the same whatever somebody wrote under it.
-- `…_renderer` is the version of lib/markdown that made it; 0: nobody has yet, or the text is another one by now.
alter table comment add column body_html text not null default '', add column body_renderer smallint not null default 0;
alter table task add column description_html text not null default '', add column description_renderer smallint not null default 0;
alter table project add column description_html text not null default '', add column description_renderer smallint not null default 0;

-- A statement that changes a text and not what it became (a seed, a data migration, a command that forgot) leaves it to
-- be rendered anew: what is stored is never what an earlier text became.
create function forget_body_html() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.body is distinct from old.body and new.body_html is not distinct from old.body_html then
    new.body_html := '';
    new.body_renderer := 0;
  end if;
  return new;
end $$;
create trigger comment_html before update of body on comment for each row execute function forget_body_html();
create function forget_description_html() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.description is distinct from old.description and new.description_html is not distinct from old.description_html then
    new.description_html := '';
    new.description_renderer := 0;
  end if;
  return new;
end $$;
create trigger task_html before update of description on task for each row execute function forget_description_html();
create trigger project_html before update of description on project for each row execute function forget_description_html();

-- What an older version rendered, or none, is rendered by the worker. It sees texts that wait, and no others.
create index comment_body_renderer_idx on comment (body_renderer);
create index task_description_renderer_idx on task (description_renderer) where description <> '';
create index project_description_renderer_idx on project (description_renderer) where description <> '';

create function stale_texts(p_renderer int, p_rows int)
returns table (kind text, id uuid, source text)
language sql stable security definer set search_path = pg_catalog, public as $$
  (select 'comment', c.id, c.body from comment c where c.body_renderer < p_renderer limit p_rows)
  union all
  (select 'task', t.id, t.description from task t where t.description_renderer < p_renderer and t.description <> '' limit p_rows)
  union all
  (select 'project', p.id, p.description from project p where p.description_renderer < p_renderer and p.description <> '' limit p_rows)
  limit p_rows
$$;

-- Keeps what the texts became, unless they have changed since. A row that somebody holds is left for the next time.
create function keep_rendered(p_renderer int, p_kinds text[], p_ids uuid[], p_sources text[], p_htmls text[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare made record; n int; kept int := 0;
begin
  for made in select * from unnest(p_kinds, p_ids, p_sources, p_htmls) as one(kind, id, source, html) loop
    case made.kind
      when 'comment' then
        update comment set body_html = made.html, body_renderer = p_renderer where id in
          (select c.id from comment c where c.id = made.id and c.body = made.source for no key update skip locked);
      when 'task' then
        update task set description_html = made.html, description_renderer = p_renderer where id in
          (select t.id from task t where t.id = made.id and t.description = made.source for no key update skip locked);
      when 'project' then
        update project set description_html = made.html, description_renderer = p_renderer where id in
          (select p.id from project p where p.id = made.id and p.description = made.source for no key update skip locked);
    end case;
    get diagnostics n = row_count;
    kept := kept + n;
  end loop;
  return kept;
end $$;
revoke all on function stale_texts(int, int), keep_rendered(int, text[], uuid[], text[], text[]) from public;
grant execute on function stale_texts(int, int), keep_rendered(int, text[], uuid[], text[], text[]) to worker;
