-- The description before a change of it, for whoever sees the line of history that tells of the change: the team.
alter table activity add column earlier text;
