-- Whether clients file requests: an organisation may want to be asked in person.
alter table organisation add column client_requests boolean not null default true;
grant update (client_requests) on organisation to tenant;
