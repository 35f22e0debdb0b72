-- AlterTable
ALTER TABLE "member" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- Everything below by hand. The version of what is edited about somebody: raised here and by nobody else, so that no writer can
-- forget it.
create function raise_member_version() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if (new.name, new.email, new.phone, new.company) is distinct from (old.name, old.email, old.phone, old.company) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger raise_version before update of name, email, phone, company on member
  for each row execute function raise_member_version();

-- Projects are edited with the person, so coming to one and leaving it count as well. Rows are locked in one order. Runs as the
-- owner: whoever changes a project need not be allowed to write its people.
create function raise_versions_of_seated() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from member where (org_id, id) in (select org_id, member_id from changed) order by id for no key update;
  update member set version = version + 1 where (org_id, id) in (select org_id, member_id from changed);
  return null;
end $$;
revoke all on function raise_versions_of_seated() from public;
create trigger raise_version_joined after insert on project_member referencing new table as changed
  for each statement execute function raise_versions_of_seated();
create trigger raise_version_left after delete on project_member referencing old table as changed
  for each statement execute function raise_versions_of_seated();
