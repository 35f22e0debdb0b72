-- A project's tasks in the order in which lists show them by default. What is counted of tasks is in the index too, so that
-- totals and counts by status read no task. Status and date are in other indexes already: no change becomes dearer by them.
create index task_list_idx on task (org_id, project_id, created_at, id, status, due_date, audience, deleted_at);
