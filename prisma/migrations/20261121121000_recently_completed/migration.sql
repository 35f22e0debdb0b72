-- A board shows what was completed lately: found by its date, however much was completed before.
create index task_org_id_project_id_completed_at_idx on task (org_id, project_id, completed_at)
  where completed_at is not null;

-- Every completed task says since when; of those that do not, the last change is the best guess.
update task set completed_at = updated_at where status = 4 and completed_at is null;
