-- A large project that is deleted for good waits for the sweep, which removes it in steps. Nobody sees it any more, and its
-- key is free: its own id stands there instead, which nothing that is shown can have.
alter table project drop constraint project_key_check;
alter table project add constraint project_key_check
  check (key ~ '^[A-Z][A-Z0-9]{1,9}$' or (deleted_at is not null and key = id::text));
