-- A service for live updates keeps a subscription for as long as its socket stays open, whatever becomes of the right that
-- it was signed for. So the names of an organisation's channels carry an epoch, which changes in the transaction in which
-- somebody loses a right: nothing is published any more where they may still be listening. Sessions have a count of their
-- own, since our own server ends the connections of a session by itself.
alter table organisation
  add column live_epoch integer not null default 0,
  add column session_epoch integer not null default 0;

grant select (live_epoch, session_epoch) on organisation to worker;
-- An expired session ends like any other: its member's connections with it.
grant insert on outbox to worker;

-- Deferred, so that the organisation's row is the last that a transaction locks; once in each transaction.
-- The argument says which count: live_epoch or session_epoch.
create function advance_live_epoch() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  mark text := tg_argv[0] || ':' || old.org_id;
  done text := coalesce(current_setting('app.epochs_advanced', true), '');
  ended jsonb;
begin
  if position(mark in done) > 0 then return null; end if;
  perform set_config('app.epochs_advanced', done || ' ' || mark, true);
  -- What is being purged is left alone: nothing is announced there any more.
  update organisation
     set live_epoch = live_epoch + (tg_argv[0] = 'live_epoch')::int,
         session_epoch = session_epoch + (tg_argv[0] = 'session_epoch')::int
   where id = old.org_id and verified_at is not null and (deleted_at is null or deleted_at > now() - interval '30 days')
  returning jsonb_build_object(
    'live_epoch', live_epoch - (tg_argv[0] = 'live_epoch')::int,
    'session_epoch', session_epoch - (tg_argv[0] = 'session_epoch')::int) into ended;
  -- Those who may still listen are told on the channels that ended, and go on with the new ones.
  if found then
    insert into outbox (id, org_id, kind, payload) values (gen_random_uuid(), old.org_id, 'epoch', ended);
  end if;
  return null;
end $$;
revoke execute on function advance_live_epoch() from public;

create constraint trigger live_epoch_left after delete on project_member deferrable initially deferred
  for each row execute function advance_live_epoch('live_epoch');
create constraint trigger live_epoch_gone after delete on member deferrable initially deferred
  for each row execute function advance_live_epoch('live_epoch');
create constraint trigger live_epoch_changed after update of role, approval, deactivated_at on member
  deferrable initially deferred for each row
  when (old.approval = 1 and old.deactivated_at is null and (old.role, old.approval, old.deactivated_at)
        is distinct from (new.role, new.approval, new.deactivated_at))
  execute function advance_live_epoch('live_epoch');
create constraint trigger session_epoch_ended after delete on session deferrable initially deferred
  for each row execute function advance_live_epoch('session_epoch');
