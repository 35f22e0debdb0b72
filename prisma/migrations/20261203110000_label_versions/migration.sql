-- What is edited in the settings is not overwritten by who read it before.
alter table category add column version integer not null default 1;
alter table label add column version integer not null default 1;
-- A category that is restored goes on counting.
alter table removed_category add column version integer not null default 1;
grant update (version) on label to tenant;
