-- Names of channels carry no epoch any more: messages hold ids alone, and whoever loses a right is disconnected.
drop trigger live_epoch_left on project_member;
drop trigger live_epoch_gone on member;
drop trigger live_epoch_changed on member;
drop trigger session_epoch_ended on session;
drop function advance_live_epoch();
alter table organisation drop column live_epoch, drop column session_epoch;
delete from outbox where kind = 'epoch';
