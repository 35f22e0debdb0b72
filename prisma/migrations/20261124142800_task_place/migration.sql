-- One message instead of two: the next number of a project, and the last rank of the column in which the task will stand.
-- Each statement of a volatile function sees what was committed before it, so the rank is read behind the column's lock.
-- As the caller: its policies decide. The counter's row is locked until the transaction ends, so numbers have no gaps.
create function take_task_place(p_project uuid, p_status smallint) returns table (number int, last_rank text)
language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
begin
  update task_counter c set last = c.last + 1 where c.project_id = p_project returning c.last into number;
  if not found then
    insert into task_counter as c (project_id, last)
    select p_project, coalesce(max(t.number), 0) + 1 from task t where t.project_id = p_project
    on conflict (org_id, project_id) do update set last = c.last + 1 returning c.last into number;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_project || '/' || p_status, 0));
  select n.rank into last_rank from task n
   where n.project_id = p_project and n.status = p_status order by n.rank desc, n.id desc limit 1;
  return next;
end $$;
