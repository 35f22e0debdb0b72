create index calendar_feed_org_id_project_id_idx on calendar_feed (org_id, project_id);
