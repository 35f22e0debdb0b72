-- One message instead of one for each limit and two more. Buckets come in one order from everybody, so that two attempts
-- cannot deadlock; their rows are locked before they are read. As the caller. Returns the seconds to wait; 0: counted.
create function count_attempt(p_buckets text[], p_maxima int[], p_seconds int[]) returns int
language plpgsql volatile security invoker set search_path = pg_catalog, public as $$
declare wait int;
begin
  insert into rate_limit as r (bucket, count, expires_at)
  select own.bucket, 0, now() + make_interval(secs => own.seconds)
    from unnest(p_buckets, p_seconds) with ordinality as own(bucket, seconds, at) order by own.at
  on conflict (bucket) do update set
    count = case when r.expires_at <= now() then 0 else r.count end,
    expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end;
  select coalesce(max(greatest(1, ceil(extract(epoch from r.expires_at - now())))), 0)::int into wait
    from rate_limit r join unnest(p_buckets, p_maxima) as own(bucket, most) using (bucket) where r.count >= own.most;
  if wait = 0 then
    update rate_limit set count = count + 1 where bucket = any (p_buckets);
  end if;
  return wait;
end $$;
