-- Comments that were made of a message. The link is seen by whoever sees both.
create table message_comment (
  org_id uuid not null default app_org_id(),
  message_id uuid not null,
  comment_id uuid not null,
  constraint message_comment_pkey primary key (org_id, message_id, comment_id)
);
create index message_comment_org_id_comment_id_idx on message_comment (org_id, comment_id);
alter table message_comment
  add constraint message_comment_org_id_message_id_fkey foreign key (org_id, message_id) references message (org_id, id) on delete cascade on update cascade,
  add constraint message_comment_org_id_comment_id_fkey foreign key (org_id, comment_id) references comment (org_id, id) on delete cascade on update cascade;
do $$
begin
  alter table message_comment enable row level security;
  alter table message_comment force row level security;
  execute format('create policy owner_all on message_comment to %I using (true) with check (true)', current_user);
end $$;
create policy tenant_select on message_comment for select to tenant using (org_id = (select app_org_id())
  and exists (select from message m where m.org_id = message_comment.org_id and m.id = message_comment.message_id and m.deleted_at is null)
  and exists (select from comment c where c.org_id = message_comment.org_id and c.id = message_comment.comment_id and c.deleted_at is null));
create policy tenant_insert on message_comment for insert to tenant with check (org_id = (select app_org_id())
  and (select app_role()) <> 'observer'
  and exists (select from message m where m.org_id = message_comment.org_id and m.id = message_comment.message_id and m.deleted_at is null)
  and exists (select from comment c where c.org_id = message_comment.org_id and c.id = message_comment.comment_id
    and c.author_id = (select app_member_id())));
grant select, insert on message_comment to tenant;
