-- Lines of agendas: what is written is rendered once, a line of every meeting of a series has minutes of each, a line that is
-- removed can come back, and what each change replaced is kept, so that a change that was begun before it can be merged.
alter table agenda_item
  add column notes_html text not null default '',
  add column notes_renderer int not null default 0,
  -- Of a line of every meeting: what one meeting (`start`) made of it.
  add column standing_id uuid,
  -- The meetings that have made something of it.
  add column copied timestamptz(3)[] not null default '{}',
  -- The meeting in which it was settled, where that is a later one.
  add column settled_start timestamptz(3),
  add column removed_at timestamptz(3);
alter table agenda_item add constraint agenda_item_org_id_standing_id_fkey
  foreign key (org_id, standing_id) references agenda_item (org_id, id) on delete cascade on update cascade;
create index agenda_item_org_id_standing_id_idx on agenda_item (org_id, standing_id);
create policy tenant_not_removed on agenda_item as restrictive for select to tenant
  using (org_id = (select app_org_id()) and (removed_at is null or (select app_role()) in ('admin', 'subadmin', 'team_leader', 'user')));

create table agenda_edit (
  org_id uuid not null default app_org_id(),
  item_id uuid not null,
  -- Of the line, from this change on.
  version int not null,
  by_id uuid,
  -- The fields that it changed, as they were.
  before jsonb not null default '{}',
  created_at timestamptz(3) not null default current_timestamp,
  constraint agenda_edit_pkey primary key (org_id, item_id, version)
);
alter table agenda_edit add constraint agenda_edit_org_id_item_id_fkey
  foreign key (org_id, item_id) references agenda_item (org_id, id) on delete cascade on update cascade;
alter table agenda_edit add constraint agenda_edit_org_id_by_id_fkey
  foreign key (org_id, by_id) references member (org_id, id) on delete no action on update no action;
alter table agenda_edit enable row level security;
alter table agenda_edit force row level security;
do $$
declare
  -- Also of what was not yet shared: the team alone.
  seen text := 'org_id = (select app_org_id()) and (select app_role()) in (''admin'', ''subadmin'', ''team_leader'', ''user'')'
    ' and exists (select from agenda_item i where i.org_id = agenda_edit.org_id and i.id = agenda_edit.item_id)';
begin
  execute format('create policy owner_all on agenda_edit to %I using (true) with check (true)', current_user);
  execute format('create policy tenant_select on agenda_edit for select to tenant using (%s)', seen);
  execute format('create policy tenant_insert on agenda_edit for insert to tenant with check (%s)', seen);
  execute format('create policy tenant_delete on agenda_edit for delete to tenant using (%s)', seen);
end $$;
grant select, insert, delete on agenda_edit to tenant;
