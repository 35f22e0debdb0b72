-- An import that made a project takes it along when it is rolled back, if nobody did anything else there. What became of the
-- import stays to be read, by whoever began or took it back and whoever sees every project.
alter table import_batch alter column project_id drop not null;
-- {_id, key, name} as the project was, and `by`: who took it back.
alter table import_batch add column former_project jsonb;

drop policy tenant_all on import_batch;
create policy tenant_all on import_batch to tenant
  using (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin', 'team_leader')
    and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[])
      or (project_id is null and (created_by_id = (select app_member_id()) or former_project ->> 'by' = (select app_member_id())::text))))
  with check (org_id = (select app_org_id()) and (select app_role()) in ('admin', 'subadmin', 'team_leader') and project_id is not null
    and ((select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[])));
drop policy tenant_not_deleted on import_batch;
create policy tenant_not_deleted on import_batch as restrictive to tenant
  using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
  with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])));

-- Sees also what its caller does not: messages among others, views that are somebody's own. Of the history only what the import
-- itself wrote may be there, so that nobody changed, renamed or joined it; the locks keep new tasks and messages out meanwhile.
create function erase_imported_project(p_batch uuid) returns table (id uuid, key text, name text)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare gone record;
begin
  if app_role() not in ('admin', 'subadmin', 'team_leader') then return; end if;
  select p.org_id, p.id, p.key, p.name, p.version into gone
    from import_batch b join project p on p.org_id = b.org_id and p.id = b.project_id
   where b.org_id = app_org_id() and b.id = p_batch and b.rolled_back_at is not null and p.deleted_at is null
     and (app_sees_every_project() or p.id = any (app_project_ids()::uuid[]))
     and exists (select from import_batch maker where maker.org_id = p.org_id and maker.project_id = p.id
            and maker.made @> jsonb_build_array(jsonb_build_object('kind', 'project', 'id', p.id::text)))
     for update of p;
  if not found then return; end if;
  -- What is being said there comes first, too.
  perform from room r where r.org_id = gone.org_id and r.project_id = gone.id order by r.id for update;
  if gone.version <> 1
    or exists (select from import_batch b where b.org_id = gone.org_id and b.project_id = gone.id and b.rolled_back_at is null
                  and (b.tasks > 0 or exists (select from job j where j.org_id = b.org_id and j.id = b.id and j.state in ('waiting', 'running'))))
    or exists (select from task t where t.org_id = gone.org_id and t.project_id = gone.id)
    or exists (select from activity a where a.org_id = gone.org_id and a.project_id = gone.id
                  and a.kind not in ('project.created', 'tasks.imported', 'tasks.rolled_back'))
    or exists (select from folder f where f.org_id = gone.org_id and f.project_id = gone.id)
    or exists (select from file f where f.org_id = gone.org_id and f.project_id = gone.id)
    or exists (select from saved_view v where v.org_id = gone.org_id and v.project_id = gone.id)
    or exists (select from workflow w where w.org_id = gone.org_id and w.project_id = gone.id)
    or exists (select from rule r where r.org_id = gone.org_id and r.project_id = gone.id)
    or exists (select from template t where t.org_id = gone.org_id and t.project_id = gone.id)
    or exists (select from room r join message m on m.org_id = r.org_id and m.room_id = r.id
                where r.org_id = gone.org_id and r.project_id = gone.id)
  then return; end if;
  update import_batch b set project_id = null, former_project = jsonb_build_object(
      '_id', gone.id, 'key', gone.key, 'name', gone.name, 'by', app_member_id())
   where b.org_id = gone.org_id and b.project_id = gone.id;
  delete from project p where p.org_id = gone.org_id and p.id = gone.id;
  return query select gone.id, gone.key, gone.name;
end $$;
revoke all on function erase_imported_project(uuid) from public;
grant execute on function erase_imported_project(uuid) to tenant;

-- The project that an import made of a file, if the caller is in it by now: a call that waited for another one's began before.
create function project_made_of(p_source text, p_hash text) returns uuid
language sql volatile security definer set search_path = pg_catalog, public as $$
  select p.id from import_batch b join project p on p.org_id = b.org_id and p.id = b.project_id
   where b.org_id = app_org_id() and b.source = p_source and b.content_hash = p_hash and b.rolled_back_at is null
     and b.made @> '[{"kind":"project"}]' and p.deleted_at is null and p.status <> 'archived'
     and app_role() in ('admin', 'subadmin', 'team_leader')
     and (app_sees_every_project() or exists (select from project_member pm
            where pm.org_id = p.org_id and pm.project_id = p.id and pm.member_id = app_member_id()))
   order by b.created_at desc limit 1
$$;
revoke all on function project_made_of(text, text) from public;
grant execute on function project_made_of(text, text) to tenant;
