-- A task knows the comment of whose words it was made; one that is removed for good is forgotten.
alter table task add column origin_comment_id uuid;
alter table task add constraint task_org_id_origin_comment_id_fkey foreign key (org_id, origin_comment_id)
  references comment (org_id, id) on delete set null (origin_comment_id);
create index task_org_id_origin_comment_id_idx on task (org_id, origin_comment_id);
