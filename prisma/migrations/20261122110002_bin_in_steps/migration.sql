-- One step of emptying the bin after 30 days: at most `p_rows` tasks, or lines of history, or one project, so that no step is
-- long however large a project was; how many rows went, 0 when nothing is left. Subtasks that stay lose their parent.
create function empty_bin(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare gone record; ids uuid[]; n int;
begin
  ids := array(select id from task where deleted_at < now() - interval '30 days' limit p_rows);
  if cardinality(ids) = 0 then
    select id, org_id into gone from project where deleted_at < now() - interval '30 days' order by id limit 1;
    if not found then return 0; end if;
    ids := array(select id from task where org_id = gone.org_id and project_id = gone.id limit p_rows);
  end if;
  if cardinality(ids) > 0 then
    update task set parent_id = null where (org_id, parent_id) in (select t.org_id, t.id from task t where t.id = any (ids))
      and not id = any (ids);
    update task set parent_id = null where id = any (ids) and parent_id is not null;
    delete from task where id = any (ids);
    get diagnostics n = row_count;
    return n;
  end if;
  delete from activity where ctid = any (array(
    select ctid from activity where org_id = gone.org_id and project_id = gone.id limit p_rows));
  get diagnostics n = row_count;
  if n > 0 then return n; end if;
  delete from project where id = gone.id;
  return 1;
end $$;
revoke all on function empty_bin(int) from public;
grant execute on function empty_bin(int) to worker;

-- One step of shortening inboxes: what was read 90 days ago or was never read in a year, and of each person what is older
-- than the newest thousand; how many went. Each reading of an inbox looks at all of it.
create function shorten_inboxes(p_rows int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n int;
begin
  delete from notification where ctid = any (array(
    select ctid from notification
     where read_at < now() - interval '90 days' or created_at < now() - interval '1 year' limit p_rows));
  get diagnostics n = row_count;
  if n > 0 then return n; end if;
  delete from notification where ctid = any (array(
    select old.ctid from (select org_id, member_id from notification group by 1, 2 having count(*) > 1000) full_one
      cross join lateral (select ctid from notification o where o.org_id = full_one.org_id and o.member_id = full_one.member_id
                           order by o.created_at desc, o.id desc offset 1000) old limit p_rows));
  get diagnostics n = row_count;
  return n;
end $$;
revoke all on function shorten_inboxes(int) from public;
grant execute on function shorten_inboxes(int) to worker;
