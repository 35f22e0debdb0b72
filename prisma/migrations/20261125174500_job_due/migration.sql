-- A claim goes from organisation to organisation: it read and sorted every job that waits, ten thousand emails for nine.
drop index job_due;
create index job_due on job (lane, (coalesce(org_id, '00000000-0000-0000-0000-000000000000'::uuid)), run_at, id)
  where state in ('waiting', 'running');
