-- Files and folders change by thousands, with a folder: what the search holds of them follows once a statement, not row by row.
-- Tasks and comments stay with their triggers by row, which cost nothing where nothing that is found changes: a move on the board.
create function search_take_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  ids uuid[];
  orgs uuid[];
begin
  -- Sets, not a join of the rows before and after: the planner does not know how many there are.
  if tg_argv[0] = 'file' then
    select array_agg(distinct one.id), array_agg(distinct one.org_id) into ids, orgs from (
      select org_id, id, name, audience, project_id, task_id, comment_id, draft_at, deleted_at from became
      except select org_id, id, name, audience, project_id, task_id, comment_id, draft_at, deleted_at from was) one;
  else
    select array_agg(distinct one.id), array_agg(distinct one.org_id) into ids, orgs from (
      select org_id, id, name, audience, project_id, deleted_at from became
      except select org_id, id, name, audience, project_id, deleted_at from was) one;
  end if;
  if ids is null then return null; end if;
  delete from search_entry e where e.org_id = any (orgs) and e.kind = tg_argv[0] and e.id = any (ids)
     and e.id not in (select s.id from search_source(tg_argv[0], ids) s);
  perform search_put(tg_argv[0], ids);
  return null;
end $$;
revoke all on function search_take_changes() from public;

drop trigger search_3_changed on file;
drop trigger search_3_changed on folder;
create trigger search_3_changed after update on file referencing old table as was new table as became
  for each statement execute function search_take_changes('file');
create trigger search_3_changed after update on folder referencing old table as was new table as became
  for each statement execute function search_take_changes('folder');
