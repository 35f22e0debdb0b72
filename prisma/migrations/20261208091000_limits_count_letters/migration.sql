-- A limit counts letters as people see them, which the validators do; the database bounds the code points these may have: eight
-- for each letter of a line, two for each of a text (lib/text.ts).
alter table organisation drop constraint organisation_name_check, add constraint organisation_name_check check (char_length(name) between 1 and 640);
alter table person drop constraint person_name_check, add constraint person_name_check check (char_length(name) between 1 and 640);
alter table member drop constraint member_name_check, add constraint member_name_check check (char_length(name) between 1 and 640);
alter table member drop constraint member_company_check, add constraint member_company_check check (char_length(company) <= 640);
alter table invitation drop constraint invitation_name_check, add constraint invitation_name_check check (char_length(name) between 1 and 640);
alter table category drop constraint category_name_check, add constraint category_name_check check (char_length(name) between 1 and 480);
alter table label drop constraint label_name_check, add constraint label_name_check check (char_length(name) between 1 and 480);
alter table project drop constraint project_name_check, add constraint project_name_check check (char_length(name) between 1 and 960);
alter table task drop constraint task_title_check, add constraint task_title_check check (char_length(title) between 1 and 1600);
alter table checklist_item drop constraint checklist_item_title_check, add constraint checklist_item_title_check check (char_length(title) between 1 and 1600);
alter table saved_view drop constraint saved_view_name_check, add constraint saved_view_name_check check (char_length(name) between 1 and 480);
alter table rule drop constraint rule_name_check, add constraint rule_name_check check (char_length(name) between 1 and 640);
alter table template drop constraint template_name_check, add constraint template_name_check check (char_length(name) between 1 and 640);
alter table presence drop constraint presence_status_text, add constraint presence_status_text check (char_length(status_text) between 1 and 640);
alter table project drop constraint project_description_check, add constraint project_description_check check (char_length(description) <= 40000);
alter table task drop constraint task_description_check, add constraint task_description_check check (char_length(description) <= 100000);
alter table comment drop constraint comment_body_check, add constraint comment_body_check check (char_length(body) <= 40000);
alter table comment_version drop constraint comment_version_body, add constraint comment_version_body check (char_length(body) <= 40000);
alter table file_comment drop constraint file_comment_body, add constraint file_comment_body check (char_length(body) between 1 and 40000);
alter table message drop constraint message_body, add constraint message_body check (char_length(body) <= 40000);
alter table role_request drop constraint role_request_reason_check, add constraint role_request_reason_check check (char_length(reason) <= 2000);
alter table template drop constraint template_summary_check, add constraint template_summary_check check (char_length(summary) <= 1000);
alter table time_entry drop constraint time_entry_note_check, add constraint time_entry_note_check check (char_length(note) <= 1000);
alter table room drop constraint room_name,
  add constraint room_name check ((kind = 'group') = (name is not null) and char_length(name) between 1 and 640);

-- What an import brings is cut by letters already.
create or replace function log_imported_time(p_batch uuid, p_positions int[], p_tasks uuid[]) returns int
language sql volatile security definer set search_path = pg_catalog, public as $$
  with logged as (
    insert into time_entry (id, org_id, task_id, project_id, audience, member_id, started_at, ended_at, note, imported_from, imported_name)
    select gen_random_uuid(), t.org_id, t.id, t.project_id, t.audience, b.created_by_id, span.began, span.began + span.length,
           left(coalesce(one.note, ''), 1000), b.source, left(one.name, 1600)
      from import_batch b
      join import_row r on r.org_id = b.org_id and r.batch_id = b.id and r.task_id is null
      join unnest(p_positions, p_tasks) as given(position, task_id) on given.position = r.position
      join task t on t.org_id = b.org_id and t.id = given.task_id and t.project_id = b.project_id and t.version = 1
       and not exists (select from import_row o where o.org_id = t.org_id and o.task_id = t.id)
      cross join lateral jsonb_to_recordset(coalesce(r.data -> 'time', '[]')) as one(name text, started_at timestamptz, minutes int, note text)
      cross join lateral (select make_interval(mins => one.minutes) as length,
        least(one.started_at, now() - make_interval(mins => one.minutes)) as began) span
     where b.org_id = app_org_id() and b.id = p_batch and b.created_by_id = app_member_id()
       and b.finished_at is null and b.rollback_id is null
       and app_role() in ('admin', 'subadmin', 'team_leader')
       and (app_sees_every_project() or b.project_id = any (app_project_ids()::uuid[]))
       and b.project_id <> all (app_hidden_project_ids()::uuid[])
       and one.minutes between 1 and 1440
    returning 1)
  select count(*)::int from logged
$$;
