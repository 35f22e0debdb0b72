-- Subtasks have an order of their own: a rank among those of the same parent, byte by byte, as on the board. So far they stood
-- in the order of their numbers, which is what they begin with.
alter table task add column subtask_rank text collate "C";
with numbered as (
  select t.id, (row_number() over (partition by t.org_id, t.parent_id order by t.number) - 1)::int as at
    from task t where t.parent_id is not null),
digit as (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' as s)
-- As `rank_after` counts: a0 to az, b00 to bzz, c000 and on.
update task t set subtask_rank = case
    when n.at < 62 then 'a' || substr(s, n.at + 1, 1)
    when n.at < 3906 then 'b' || substr(s, (n.at - 62) / 62 + 1, 1) || substr(s, (n.at - 62) % 62 + 1, 1)
    else 'c' || substr(s, (n.at - 3906) / 3844 + 1, 1) || substr(s, (n.at - 3906) / 62 % 62 + 1, 1) || substr(s, (n.at - 3906) % 62 + 1, 1) end
  from numbered n, digit where t.id = n.id;
alter table task add constraint task_subtask_rank check ((parent_id is null) = (subtask_rank is null));

drop index task_org_id_parent_id_idx;
create index task_org_id_parent_id_subtask_rank_idx on task (org_id, parent_id, subtask_rank);

-- What comes to stand below a task stands last there, whoever writes it. It waits for whoever moves the parent to another
-- project, and then begins anew: what was read of the parent is no longer true, and a subtask would stay behind alone.
create function stand_below() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.parent_id is null then
    new.subtask_rank := null;
    return new;
  end if;
  perform from task up where up.org_id = new.org_id and up.id = new.parent_id and up.project_id = new.project_id for key share;
  -- Of one statement that makes both, the parent may come after; its foreign key is asked in the end.
  if not found and exists (select from task up where up.org_id = new.org_id and up.id = new.parent_id) then
    raise exception 'the parent has left the project' using errcode = 'serialization_failure';
  end if;
  if tg_op = 'INSERT' or new.parent_id is distinct from old.parent_id then
    select rank_after(max(s.subtask_rank)) into new.subtask_rank
      from task s where s.org_id = new.org_id and s.parent_id = new.parent_id;
  end if;
  return new;
end $$;
revoke all on function stand_below() from public;
create trigger stand_below_new before insert on task for each row when (new.parent_id is not null) execute function stand_below();
create trigger stand_below_another before update of parent_id on task for each row
  when (new.parent_id is distinct from old.parent_id) execute function stand_below();
-- Those in the bin do not move along with their parent: they leave it.
create trigger stand_below_again before update of deleted_at on task for each row
  when (new.parent_id is not null and old.deleted_at is not null and new.deleted_at is null) execute function stand_below();
