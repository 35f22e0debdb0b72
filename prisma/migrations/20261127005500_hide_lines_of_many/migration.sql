-- Without a join of the rows before and after: the planner does not know how many there are, and compared each with each.
create or replace function hide_lines() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  hidden text[];
  spaces uuid[];
  since timestamptz;
begin
  if not exists (select from was where audience = 'client') or not exists (select from became where audience = 'internal') then
    return null;
  end if;
  select array_agg(item.id::text), array_agg(distinct item.space), min(item.made) into hidden, spaces, since
    from (select one.id, (array_agg(one.project_id) filter (where one.old))[1] as space, min(one.created_at) as made
            -- What hangs on a task follows the task, as its lines do.
            from (select id, project_id, created_at, audience, true as old from was
                   where tg_argv[0] <> 'file_id' or to_jsonb(was) ->> 'task_id' is null
                  union all
                  select id, project_id, created_at, audience, false from became) one
           group by one.id
          having bool_or(one.old and one.audience = 'client') and bool_or(not one.old and one.audience = 'internal')) item
   where item.space is not null;
  if hidden is null then return null; end if;
  update activity a set audience = 'internal'
   where a.org_id = app_org_id() and a.project_id = any (spaces) and a.created_at >= since - interval '1 minute'
     and a.audience = 'client' and a.data ->> tg_argv[0] in (select unnest(hidden));
  delete from notification n using member m
   where m.org_id = app_org_id() and m.role = 'client'
     and exists (select from project_member p where p.org_id = m.org_id and p.member_id = m.id and p.project_id = any (spaces))
     and n.org_id = m.org_id and n.member_id = m.id and n.data ->> tg_argv[0] in (select unnest(hidden));
  return null;
end $$;
