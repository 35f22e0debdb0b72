-- How the person with this address wants dates written, for the mails that leave; null for addresses without an account.
create function mail_reader(p_email text) returns json
language sql stable security definer set search_path = pg_catalog, public as $$
  select json_build_object('locale', locale, 'timeZone', time_zone) from person where email = p_email
$$;
revoke all on function mail_reader(text) from public;
grant execute on function mail_reader(text) to worker;
