-- The rows of an upload that could go, as [row, email]: its result names each line, also those that nobody came to.
alter table invitation_batch add column good jsonb not null default '[]';
