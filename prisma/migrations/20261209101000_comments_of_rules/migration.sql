-- A comment that a rule wrote is the rule's, and says which. Those that are there already stay as they are: nothing tells them apart.
alter table comment add column rule_name text;
