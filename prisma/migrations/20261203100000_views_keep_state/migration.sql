-- A view keeps which days a calendar shows and how a timeline is drawn; null: as it opens.
alter table saved_view add column span text, add column zoom text, add column lanes text;
grant update (span, zoom, lanes) on saved_view to tenant;

-- One's own view may be what opens a place for oneself, the view of all projects too.
alter table saved_view drop constraint saved_view_default_of_project;
alter table saved_view add constraint saved_view_default_of_project
  check (not is_default or not shared or project_id is not null);
drop index saved_view_one_default;
create unique index saved_view_one_default on saved_view (org_id, project_id, layout) where is_default and shared;
create unique index saved_view_one_own_default on saved_view (org_id, owner_id, project_id, layout) nulls not distinct
  where is_default and not shared;
