-- Clients see the version that was current when a file was shared with them, and later ones.
alter table file add column shared_from integer not null default 1,
  add constraint file_shared_from check (shared_from between 1 and version_number);
update file set shared_from = version_number where audience = 'client'
  and not exists (select from member m where m.org_id = file.org_id and m.id = file.uploaded_by_id and m.role = 'client');

create function share_from_now() returns trigger language plpgsql as $$
begin
  new.shared_from = new.version_number;
  return new;
end $$;
create trigger share_from_now before update on file for each row
  when (old.audience = 'internal' and new.audience = 'client') execute function share_from_now();

drop policy tenant_select on file_version;
create policy tenant_select on file_version for select to tenant using (org_id = (select app_org_id())
  and exists (select from file f where f.org_id = file_version.org_id and f.id = file_version.file_id
    and (not (select app_is_client()) or file_version.version_number >= f.shared_from)));
