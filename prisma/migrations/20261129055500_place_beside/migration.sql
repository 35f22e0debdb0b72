-- Where a task stands and what it would stand between: below or above another (`p_beside`, or where that was, `p_rank`), else at
-- the end of the column. Locks the column and the task's row until the transaction ends. Each statement of a volatile function
-- sees what was committed before it, so all is read behind the locks, also within a statement that began before them. As the
-- caller: its policies decide. Tasks in the bin count, since they may return to their rank.
create function place_beside(p_task uuid, p_project uuid, p_status smallint, p_beside uuid, p_rank text, p_below boolean)
returns table (rank text, status smallint, version int, deleted boolean, audience text, anchor text, other text)
language plpgsql volatile set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  own_rank text; own_status smallint; own_version int; own_deleted boolean; own_audience text;
  beside_rank text collate "C"; next_rank text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_project || '/' || p_status, 0));
  select t.rank, t.status, t.version, t.deleted_at is not null, t.audience
    into own_rank, own_status, own_version, own_deleted, own_audience from task t where t.id = p_task for update;
  if not found then return; end if;
  if p_beside is null then
    select n.rank into next_rank from task n where n.project_id = p_project and n.status = p_status and n.id <> p_task
     order by n.rank desc, n.id desc limit 1;
  else
    beside_rank := p_rank;
    if p_rank is null then
      select n.rank into beside_rank from task n
       where n.project_id = p_project and n.status = p_status and n.id = p_beside and n.id <> p_task;
    end if;
    if p_below then
      select n.rank into next_rank from task n where n.project_id = p_project and n.status = p_status and n.id <> p_task
         and (n.rank, n.id) > (beside_rank, p_beside) order by n.rank, n.id limit 1;
    else
      select n.rank into next_rank from task n where n.project_id = p_project and n.status = p_status and n.id <> p_task
         and (n.rank, n.id) < (beside_rank, p_beside) order by n.rank desc, n.id desc limit 1;
    end if;
  end if;
  return query select own_rank, own_status, own_version, own_deleted, own_audience, beside_rank, next_rank;
end $$;

-- What these read is found by a key whatever is asked for, so it is planned once a connection, not at each call: of what a seat
-- costs that was a third. They count ids in arrays, whose length makes PostgreSQL think that a plan of its own is worth its time.
alter function enter_organisation(uuid) set plan_cache_mode to force_generic_plan;
alter function search_source(text, uuid[]) set plan_cache_mode to force_generic_plan;
alter function watchers_by_choice(uuid) set plan_cache_mode to force_generic_plan;

-- Most tasks block none, and are found out of one index then.
create or replace function raise_blocked(p_task uuid)
returns table (id uuid, project_id uuid, version int, audience text, binned boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if not exists (select from dependency d where d.org_id = app_org_id() and d.task_id = p_task) then return; end if;
  return query
    with waiting as (
      select w.id from task w where w.org_id = app_org_id()
         and w.id in (select d.blocks_id from dependency d where d.org_id = app_org_id() and d.task_id = p_task)
       order by w.id for update)
    update task t set version = t.version + 1 from waiting where t.org_id = app_org_id() and t.id = waiting.id
    returning t.id, t.project_id, t.version, t.audience, t.deleted_at is not null;
end $$;
alter function note_completion() set plan_cache_mode to force_generic_plan;
