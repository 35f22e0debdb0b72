-- Comments on files of folders. A client sees those for clients, on files that it sees.
create table file_comment (
  id uuid not null primary key,
  org_id uuid not null default app_org_id(),
  file_id uuid not null,
  audience text not null default 'internal',
  author_id uuid,
  body text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint file_comment_audience check (audience in ('internal', 'client')),
  constraint file_comment_body check (char_length(body) between 1 and 20000)
);
create unique index file_comment_org_id_id_key on file_comment (org_id, id);
create index file_comment_org_id_file_id_created_at_idx on file_comment (org_id, file_id, created_at);
alter table file_comment
  add constraint file_comment_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete cascade on update cascade,
  add constraint file_comment_org_id_author_id_fkey foreign key (org_id, author_id) references member (org_id, id) on delete no action on update no action;

do $$ begin
  alter table file_comment enable row level security;
  alter table file_comment force row level security;
  execute format('create policy owner_all on file_comment to %I using (true) with check (true)', current_user);
end $$;
create policy tenant_select on file_comment for select to tenant using (org_id = (select app_org_id())
  and (not (select app_is_client()) or audience = 'client')
  and exists (select from file f where f.org_id = file_comment.org_id and f.id = file_comment.file_id));
create policy tenant_insert on file_comment for insert to tenant with check (org_id = (select app_org_id())
  and author_id = (select app_member_id()) and (select app_role()) <> 'observer'
  and (not (select app_is_client()) or audience = 'client')
  and exists (select from file f where f.org_id = file_comment.org_id and f.id = file_comment.file_id
    and f.task_id is null and f.draft_at is null and f.deleted_at is null and (audience = 'internal' or f.audience = 'client')));
create policy tenant_delete on file_comment for delete to tenant using (org_id = (select app_org_id())
  and (select app_role()) <> 'observer' and (not (select app_is_client()) or audience = 'client')
  and exists (select from file f where f.org_id = file_comment.org_id and f.id = file_comment.file_id
    and (file_comment.author_id = (select app_member_id()) or (select app_role()) in ('admin', 'subadmin')
      or app_leads(f.project_id))));
grant select, insert, delete on file_comment to tenant;
