-- Threads of comments: one level of replies, resolved ones, reactions, and what a comment said before it was changed.
alter table comment
  add column resolved_at timestamptz(3),
  add column resolved_by_id uuid,
  add constraint comment_org_id_resolved_by_id_fkey foreign key (org_id, resolved_by_id) references member (org_id, id) on delete no action on update no action,
  add constraint comment_resolved check (resolved_at is null or parent_id is null);

-- A reply to a reply belongs to the comment that began the thread.
with recursive thread as (
  select c.org_id, c.id, c.id as root from comment c where c.parent_id is null
  union all
  select c.org_id, c.id, thread.root from comment c join thread on c.org_id = thread.org_id and c.parent_id = thread.id)
update comment c set parent_id = thread.root from thread
 where c.org_id = thread.org_id and c.id = thread.id and c.parent_id is not null and c.parent_id <> thread.root;

create table comment_reaction (
  org_id uuid not null default app_org_id(),
  comment_id uuid not null,
  member_id uuid not null,
  emoji text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint comment_reaction_pkey primary key (org_id, comment_id, emoji, member_id),
  constraint comment_reaction_emoji check (octet_length(emoji) between 1 and 64)
);
create index comment_reaction_org_id_member_id_idx on comment_reaction (org_id, member_id);
create table comment_version (
  org_id uuid not null default app_org_id(),
  comment_id uuid not null,
  version integer not null,
  body text not null,
  body_html text not null default '',
  body_renderer smallint not null default 0,
  written_at timestamptz(3) not null,
  constraint comment_version_pkey primary key (org_id, comment_id, version),
  constraint comment_version_body check (char_length(body) <= 20000)
);
alter table comment_reaction
  add constraint comment_reaction_org_id_comment_id_fkey foreign key (org_id, comment_id) references comment (org_id, id) on delete cascade on update cascade,
  add constraint comment_reaction_org_id_member_id_fkey foreign key (org_id, member_id) references member (org_id, id) on delete cascade on update cascade;
alter table comment_version
  add constraint comment_version_org_id_comment_id_fkey foreign key (org_id, comment_id) references comment (org_id, id) on delete cascade on update cascade;

do $$
declare t text;
begin
  foreach t in array array['comment_reaction', 'comment_version'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

-- Whoever reads the comment, by its own policy, sees who reacted; what a deleted one said before is nobody's.
create policy tenant_select on comment_reaction for select to tenant using (org_id = (select app_org_id())
  and exists (select from comment c where c.org_id = comment_reaction.org_id and c.id = comment_reaction.comment_id));
create policy tenant_insert on comment_reaction for insert to tenant with check (org_id = (select app_org_id())
  and member_id = (select app_member_id()) and (select app_role()) <> 'observer'
  and exists (select from comment c where c.org_id = comment_reaction.org_id and c.id = comment_reaction.comment_id and c.deleted_at is null));
create policy tenant_delete on comment_reaction for delete to tenant using (org_id = (select app_org_id())
  and member_id = (select app_member_id()) and (select app_role()) <> 'observer');
grant select, insert, delete on comment_reaction to tenant;

create policy tenant_select on comment_version for select to tenant using (org_id = (select app_org_id())
  and exists (select from comment c where c.org_id = comment_version.org_id and c.id = comment_version.comment_id and c.deleted_at is null));
create policy tenant_insert on comment_version for insert to tenant with check (org_id = (select app_org_id())
  and (select app_role()) <> 'observer'
  and exists (select from comment c where c.org_id = comment_version.org_id and c.id = comment_version.comment_id
    and c.author_id = (select app_member_id())));
grant select, insert on comment_version to tenant;
