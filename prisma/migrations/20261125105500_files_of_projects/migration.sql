-- The folders and files of a project are found when it is removed, and those that went into the bin together when they return.
create index folder_org_id_project_id_idx on folder (org_id, project_id);
create index file_org_id_project_id_idx on file (org_id, project_id);
create index folder_with_idx on folder (org_id, deleted_with) where deleted_with is not null;
create index file_with_idx on file (org_id, deleted_with) where deleted_with is not null;
