-- Whoever looks as a client sees the meetings of the projects that they may see, and not whom else the client meets; nor the
-- address of the client's calendar.
create policy tenant_not_in_view on meeting as restrictive for select to tenant
  using (org_id = (select app_org_id()) and (not (select app_in_view()) or project_id = any ((select app_project_ids())::uuid[])));
create policy tenant_not_in_view on calendar_feed as restrictive for select to tenant
  using (org_id = (select app_org_id()) and not (select app_in_view()));

-- Who sees a meeting is asked as of all else.
create or replace function sees_now(p_kind text, p_id uuid) returns boolean language plpgsql stable as $$
begin
  return case p_kind
    when 'task' then exists (select from task t where t.org_id = app_org_id() and t.id = p_id)
    when 'file' then exists (select from file f where f.org_id = app_org_id() and f.id = p_id)
    when 'room' then exists (select from room r where r.org_id = app_org_id() and r.id = p_id)
    when 'meeting' then exists (select from meeting m where m.org_id = app_org_id() and m.id = p_id) end;
end $$;
