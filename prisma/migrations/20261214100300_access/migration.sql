-- Who sees a task, a file or a room, and who does not: asked of the policies themselves, as each member in turn.

-- Their seats as the door finds them. For whoever may ask, which the program decides; a client never.
create function seats_of(p_members uuid[]) returns table (member_id uuid, role text, approval smallint, deactivated boolean, project_ids uuid[])
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.id, m.role, m.approval, m.deactivated_at is not null,
         array(select pm.project_id from project_member pm where pm.org_id = m.org_id and pm.member_id = m.id
                  and pm.project_id <> all (app_hidden_project_ids()))
    from member m where m.org_id = app_org_id() and m.id = any (p_members) and not app_is_client() and not app_in_view() $$;
revoke all on function seats_of(uuid[]) from public;
grant execute on function seats_of(uuid[]) to tenant;

create function sees_now(p_kind text, p_id uuid) returns boolean language plpgsql stable as $$
begin
  return case p_kind
    when 'task' then exists (select from task t where t.org_id = app_org_id() and t.id = p_id)
    when 'file' then exists (select from file f where f.org_id = app_org_id() and f.id = p_id)
    when 'room' then exists (select from room r where r.org_id = app_org_id() and r.id = p_id) end;
end $$;

-- `without`: also if they were not in the project. Of those who do not see it, `joined`: if they were in it; `team`: if
-- they were of the team; `both`. The settings of the transaction are as before when it returns.
create function access_of(p_kind text, p_id uuid, p_project uuid, p_members uuid[])
returns table (member_id uuid, approval smallint, deactivated boolean, sees boolean, without boolean, joined boolean, team boolean, "both" boolean)
language plpgsql volatile as $$
declare
  seat record;
  me text := current_setting('app.member_id', true); my_role text := current_setting('app.role', true);
  mine text := current_setting('app.project_ids', true);
begin
  for seat in select * from seats_of(p_members) loop
    member_id := seat.member_id; approval := seat.approval; deactivated := seat.deactivated;
    sees := false; without := false; joined := false; team := false; "both" := false;
    if seat.approval = 1 and not seat.deactivated then
      perform set_config('app.member_id', seat.member_id::text, true), set_config('app.role', seat.role, true),
              set_config('app.project_ids', seat.project_ids::text, true);
      sees := sees_now(p_kind, p_id);
      if sees and p_project is not null then
        perform set_config('app.project_ids', array_remove(seat.project_ids, p_project)::text, true);
        without := sees_now(p_kind, p_id);
      elsif not sees then
        if p_project is not null then
          perform set_config('app.project_ids', (seat.project_ids || p_project)::text, true);
          joined := sees_now(p_kind, p_id);
        end if;
        if seat.role = 'client' then
          perform set_config('app.role', 'user', true);
          "both" := sees_now(p_kind, p_id);
          perform set_config('app.project_ids', seat.project_ids::text, true);
          team := sees_now(p_kind, p_id);
        end if;
      end if;
    end if;
    return next;
  end loop;
  perform set_config('app.member_id', coalesce(me, ''), true), set_config('app.role', coalesce(my_role, ''), true),
          set_config('app.project_ids', coalesce(mine, ''), true);
end $$;
