-- Removing a task looks for the notifications about it, and removing a comment for its answers: without these each one
-- looked through all of its organisation's, so that a large project could not leave the bin within the time of a statement.
create index notification_task_idx on notification (org_id, task_id) where task_id is not null;
create index comment_parent_idx on comment (org_id, parent_id) where parent_id is not null;
