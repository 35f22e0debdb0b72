-- The id of a task in a plain table is one only together with its title: tables count from 1. As lib/task-import writes it.
update import_row r set source_id = 'id:' || left(encode(sha256(convert_to(t.title, 'UTF8')), 'hex'), 16) || ':' || r.source_id
  from task t
 where t.org_id = r.org_id and t.id = r.task_id and r.source = 'csv' and r.source_id not like 'row:%';
