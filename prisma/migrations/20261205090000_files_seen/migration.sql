-- Who sees a file is as it was. What hangs on messages and comments is asked by functions: a subquery, with the policies of
-- all that it reads, is made ready by every statement that reads files, also where none hangs on a message. A card, which
-- only asks whether its task has files, took a fifth of its time for that.
create function app_sees_message(p_message uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from message m where m.org_id = app_org_id() and m.id = p_message and m.deleted_at is null);
end $$;
create function app_sees_comment(p_comment uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from comment c where c.org_id = app_org_id() and c.id = p_comment and c.deleted_at is null);
end $$;

alter policy tenant_select on file using (org_id = (select app_org_id())
  and (deleted_at is null or not (select app_is_client()) or uploaded_by_id = (select app_member_id()))
  and case when draft_at is not null then uploaded_by_id = (select app_member_id())
    when message_id is not null then app_sees_message(message_id)
    when task_id is not null then exists (select from task t where t.org_id = file.org_id and t.id = file.task_id)
      and (comment_id is null or app_sees_comment(comment_id))
    when project_id is null then not (select app_is_client())
    else ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))
      and (not (select app_is_client()) or audience = 'client') end);
