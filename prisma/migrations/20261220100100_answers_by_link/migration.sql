-- An invitation by email has a link by which it is answered without signing in. It names when its reader was invited: whoever is
-- removed from a meeting and invited again gets another one, and the one before is over.
alter table meeting_attendee add column invited_at timestamptz(3) not null default current_timestamp;
grant select on meeting_attendee to auth;
create policy auth_read on meeting_attendee for select to auth using (true);

-- Whoever has the link reads and answers as the person it was sent to, with the rights of now; without the invitation as nobody.
create function enter_by_invitation(p_org uuid, p_meeting uuid, p_member uuid, p_invited_at timestamptz)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[], workflow_version integer
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select o.id as org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, o.workflow_version, m.id as member_id, m.person_id, m.role,
         m.approval, m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone
    into seat
    from meeting_attendee a
    join member m on m.org_id = a.org_id and m.id = a.member_id
    join person p on p.id = m.person_id
    join organisation o on o.id = m.org_id and o.verified_at is not null
   where a.org_id = p_org and a.meeting_id = p_meeting and a.member_id = p_member and a.invited_at = p_invited_at
     and m.approval = 1 and m.deactivated_at is null;
  if not found then return; end if;

  perform set_config('app.org_id', seat.org_id::text, true), set_config('app.member_id', seat.member_id::text, true);
  mine := array(select pm.project_id from project_member pm where pm.org_id = seat.org_id and pm.member_id = seat.member_id
                   and pm.project_id <> all (app_hidden_project_ids()));
  if seat.deleted_at is null then
    perform set_config('app.role', seat.role, true), set_config('app.project_ids', mine::text, true),
            set_config('role', 'tenant', true);
  end if;
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.logo, seat.deleted_at, seat.member_id,
    seat.person_id, seat.role, seat.approval, seat.approval_note, seat.deactivated, seat.name, seat.email, seat.picture,
    seat.locale, seat.time_zone, false, false, 'bearer'::text, mine, seat.workflow_version;
end $$;
revoke all on function enter_by_invitation(uuid, uuid, uuid, timestamptz) from public;
grant execute on function enter_by_invitation(uuid, uuid, uuid, timestamptz) to auth;
