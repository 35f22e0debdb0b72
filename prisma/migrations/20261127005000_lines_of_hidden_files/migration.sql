-- What clients read about a file or folder ends when it is hidden from them: its name may have been the secret. Lines of history
-- become the team's, and notifications of clients about it go. Runs as the owner: lines are written, not changed, by members.
create function hide_lines() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  hidden text[];
  spaces uuid[];
  since timestamptz;
begin
  select array_agg(n.id::text), array_agg(distinct o.project_id), min(n.created_at) into hidden, spaces, since
    from was o join became n on n.org_id = o.org_id and n.id = o.id
   where o.audience = 'client' and n.audience = 'internal' and o.project_id is not null
     -- What hangs on a task follows the task, as its lines do.
     and (tg_argv[0] <> 'file_id' or to_jsonb(n) ->> 'task_id' is null);
  if hidden is null then return null; end if;
  update activity a set audience = 'internal'
   where a.org_id = app_org_id() and a.project_id = any (spaces) and a.created_at >= since - interval '1 minute'
     and a.audience = 'client' and a.data ->> tg_argv[0] = any (hidden);
  delete from notification n using member m
   where m.org_id = app_org_id() and m.role = 'client'
     and exists (select from project_member p where p.org_id = m.org_id and p.member_id = m.id and p.project_id = any (spaces))
     and n.org_id = m.org_id and n.member_id = m.id and n.data ->> tg_argv[0] = any (hidden);
  return null;
end $$;
create trigger hide_lines after update on file referencing old table as was new table as became
  for each statement execute function hide_lines('file_id');
create trigger hide_lines after update on folder referencing old table as was new table as became
  for each statement execute function hide_lines('folder_id');
