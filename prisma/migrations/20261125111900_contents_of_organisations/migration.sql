-- Contents and their counter are an organisation's, and go with it.
alter table file_content add constraint file_content_org_id_fkey foreign key (org_id) references organisation (id) on delete cascade on update cascade;
alter table storage_use add constraint storage_use_org_id_fkey foreign key (org_id) references organisation (id) on delete cascade on update cascade;
