-- Emails about a mention quote what was said, unless the organisation does not want that.
alter table organisation add column mail_quotes boolean not null default true;
grant update (mail_quotes) on organisation to tenant;
