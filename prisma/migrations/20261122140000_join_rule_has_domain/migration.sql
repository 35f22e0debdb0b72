-- "Verified domains at once" without a domain lets in whom approval lets in, and says something else.
update "organisation" set join_rule = 'approval' where join_rule = 'domains' and cardinality(join_domains) = 0;
alter table "organisation" add constraint "organisation_join_rule_has_domain"
  check (join_rule <> 'domains' or cardinality(join_domains) > 0);
