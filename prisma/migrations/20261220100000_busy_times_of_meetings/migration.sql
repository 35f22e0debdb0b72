-- When people are busy: a row for each meeting that may be on then, with who of them is invited. What belongs to single meetings
-- is read of those days alone, once for a meeting and by its key, whatever is known of the tables.
drop function busy_times(uuid[], timestamptz, timestamptz);
create function busy_times(p_members uuid[], p_from timestamptz, p_to timestamptz)
returns table (starts_at timestamptz, time_zone text, minutes int, all_day boolean, core text, ends_at timestamptz, exceptions jsonb,
  members jsonb, answers jsonb)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.starts_at, m.time_zone, m.minutes, m.all_day, m.core, m.ends_at, x.exceptions, a.members,
         -- What one said no to is free again; what one accepted although the series was declined is not.
         (select coalesce(jsonb_agg(jsonb_build_object('member', w.member_id, 'start', extract(epoch from w.start) * 1000, 'answer', w.answer)), '[]')
            from meeting_answer w
           where w.org_id = m.org_id and w.meeting_id = m.id and array_position(p_members, w.member_id) is not null
             and (w.start > p_from - interval '16 days' and w.start < p_to or w.start = any (x.moved)))
    from (select distinct t.meeting_id from meeting_attendee t
           where t.org_id = (select app_org_id()) and not (select app_is_client()) and t.member_id = any (p_members)) mine
    -- By its id alone: an index that begins with the organisation looks as good where nothing is known of the table.
    join meeting m on m.id = mine.meeting_id and m.org_id is not distinct from (select app_org_id()) and m.cancelled_at is null
     and (m.project_id is null or m.project_id <> all ((select app_hidden_project_ids())::uuid[]))
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('start', extract(epoch from e.start) * 1000, 'cancelled', e.cancelled,
               'startsAt', extract(epoch from e.starts_at) * 1000, 'minutes', e.minutes)), '[]') as exceptions,
             array_agg(e.start) filter (where e.starts_at > p_from - interval '16 days' and e.starts_at < p_to) as moved
        from meeting_exception e
       where e.org_id = m.org_id and e.meeting_id = m.id
         and (e.start > p_from - interval '16 days' and e.start < p_to or e.starts_at > p_from - interval '16 days' and e.starts_at < p_to)) x
    -- Likewise not by the index by member.
    cross join lateral (
      select jsonb_agg(jsonb_build_object('member', t.member_id, 'answer', t.answer)) as members
        from meeting_attendee t where t.org_id = m.org_id and t.meeting_id = m.id and array_position(p_members, t.member_id) is not null) a
   where m.starts_at < p_to and (m.ends_at is null or m.ends_at > p_from - interval '16 days') or x.moved is not null
$$;
revoke all on function busy_times(uuid[], timestamptz, timestamptz) from public;
grant execute on function busy_times(uuid[], timestamptz, timestamptz) to tenant;
