-- What the frame around a page shows of the person: read together with the seat, in the message that begins.
create function page_frame(p_session uuid) returns jsonb language sql stable security invoker
set search_path = pg_catalog, public as $$
  select jsonb_build_object('theme', p.theme, 'single_keys', p.single_keys, 'email', p.email, 'organisations', (
           select coalesce(jsonb_agg(jsonb_build_object('key', o.key, 'name', o.name, 'tint', o.tint, 'logo', o.logo)
                    order by lower(o.name)), '[]')
             from member m join organisation o on o.id = m.org_id
            where m.person_id = p.id and m.approval = 1 and m.deactivated_at is null
              and o.verified_at is not null and o.deleted_at is null))
    from session s
    join member own on own.org_id = s.org_id and own.id = s.member_id
    join person p on p.id = own.person_id
   where s.id = p_session
$$;
