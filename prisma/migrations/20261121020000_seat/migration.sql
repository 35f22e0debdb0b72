-- The seat also says how its holder wants dates and times, and what stands before the work: a password somebody else
-- made, a second factor the organisation requires, an organisation that is being deleted.
drop function enter_organisation(uuid);
create function enter_organisation(p_session uuid)
returns table (
  org_id uuid, org_key text, org_name text, org_tint text, org_logo text, org_deleted_at timestamptz, member_id uuid,
  person_id uuid, role text, approval smallint, approval_note text, deactivated boolean, name text, email text, picture text,
  locale text, time_zone text, must_change_password boolean, second_factor_missing boolean, session_kind text,
  project_ids uuid[]
) language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare seat record; mine uuid[];
begin
  select s.org_id, o.key, o.name as org_name, o.tint, o.logo, o.deleted_at, s.member_id, m.person_id, m.role, m.approval,
         m.approval_note, m.deactivated_at is not null as deactivated, m.name, m.email, m.picture, p.locale, p.time_zone,
         p.must_change_password, o.requires_totp and p.totp_enabled_at is null as second_factor_missing, s.kind,
         s.last_seen_at
    into seat
    from session s
    join member m on m.org_id = s.org_id and m.id = s.member_id
    join person p on p.id = m.person_id
    join organisation o on o.id = s.org_id
   where s.id = p_session and s.expires_at > now()
     and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours');
  if not found then return; end if;

  if seat.last_seen_at < now() - interval '2 minutes' then
    update session s set last_seen_at = now()
     where s.id in (select s2.id from session s2 where s2.id = p_session for update skip locked);
    update member m set last_seen_at = now()
     where m.id in (select m2.id from member m2 where m2.id = seat.member_id for no key update skip locked);
  end if;

  perform set_config('app.org_id', seat.org_id::text, true), set_config('app.member_id', seat.member_id::text, true);
  mine := array(select pm.project_id from project_member pm where pm.org_id = seat.org_id and pm.member_id = seat.member_id);
  if seat.approval = 1 and not seat.deactivated and seat.deleted_at is null then
    perform set_config('app.role', seat.role, true), set_config('app.project_ids', mine::text, true),
            set_config('role', 'tenant', true);
  end if;
  return query select seat.org_id, seat.key, seat.org_name, seat.tint, seat.logo, seat.deleted_at, seat.member_id,
    seat.person_id, seat.role, seat.approval, seat.approval_note, seat.deactivated, seat.name, seat.email, seat.picture,
    seat.locale, seat.time_zone, seat.must_change_password, seat.second_factor_missing, seat.kind, mine;
end $$;
