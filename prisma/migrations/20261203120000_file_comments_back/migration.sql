-- A comment on a file that was deleted can be restored for a day; then the sweep forgets it.
alter table file_comment add column deleted_at timestamptz(3);
create index file_comment_org_id_deleted_at_idx on file_comment (org_id, deleted_at);

-- By whoever could delete it for good before.
drop policy tenant_delete on file_comment;
revoke delete on file_comment from tenant;
do $$
declare
  deletes text := $policy$org_id = (select app_org_id())
    and (select app_role()) <> 'observer' and (not (select app_is_client()) or audience = 'client')
    and exists (select from file f where f.org_id = file_comment.org_id and f.id = file_comment.file_id
      and (file_comment.author_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin')
        or app_leads(f.project_id)))$policy$;
begin
  execute format('create policy tenant_update on file_comment for update to tenant using (%s) with check (%s)', deletes, deletes);
end $$;
grant update (deleted_at) on file_comment to tenant;

grant select (id, org_id, deleted_at), delete on file_comment to worker;
create policy worker_forget on file_comment to worker using (deleted_at < now() - interval '1 day') with check (false);
