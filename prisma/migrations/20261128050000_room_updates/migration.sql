-- An update that reads no column asks its own policies alone: these say themselves that the room is one the caller sees.
drop policy tenant_update on room;
create policy tenant_update on room for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and case
      when kind = 'organisation' then not (select app_is_client())
      when kind in ('group', 'direct') then id = any ((select app_room_ids())::uuid[])
      else (kind = 'project_clients' or not (select app_is_client())) and project_id = any ((select app_project_ids())::uuid[]) end)
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer');

drop policy tenant_update on message;
create policy tenant_update on message for update to tenant
  using (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and exists (select from room r where r.org_id = message.org_id and r.id = message.room_id)
    and (author_id = (select app_member_id()) or app_moderates(room_id)))
  with check (org_id = (select app_org_id()) and (select app_role()) <> 'observer'
    and (author_id = (select app_member_id()) or app_moderates(room_id)));
