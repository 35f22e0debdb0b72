-- The tenant role may write what commands write and no more: a command that forgot its check meets the same rule here.

-- Members: an administrator all; a sub-administrator those below; a team leader the users and clients it brought. Nobody
-- their own seat: name, picture and address are the person's, and are written as auth.
revoke update on member from tenant;
do $$
begin
  execute format('grant update (%s) on member to tenant', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
     where attrelid = 'member'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'org_id', 'person_id', 'picture', 'last_seen_at', 'created_at')));
end $$;
alter policy tenant_update on member
  using (org_id = (select app_org_id()) and (case (select app_role())
    when 'admin' then true
    when 'subadmin' then role in ('team_leader', 'user', 'client', 'observer')
    when 'team_leader' then role in ('user', 'client')
    else false end))
  with check (org_id = (select app_org_id()) and (case (select app_role())
    when 'admin' then true
    when 'subadmin' then role in ('team_leader', 'user', 'client', 'observer')
    when 'team_leader' then role in ('user', 'client')
    else false end));
alter policy tenant_insert on member
  with check (org_id = (select app_org_id()) and (case (select app_role())
    when 'admin' then true
    when 'subadmin' then role in ('team_leader', 'user', 'client', 'observer')
    when 'team_leader' then role in ('user', 'client')
    else false end));

-- Sessions: one's own, and those of people below.
alter policy tenant_delete on session using (org_id = (select app_org_id())
  and (member_id = (select app_member_id()) or (select app_role()) = 'admin'
       or ((select app_role()) = 'subadmin' and exists (select from member m
            where m.org_id = session.org_id and m.id = session.member_id and m.role not in ('admin', 'subadmin')))));

-- Invitations: what sending again, correcting and revoking change.
revoke update on invitation from tenant;
grant update (email, token_hash, sent_at, expires_at, revoked_at, invited_by_id) on invitation to tenant;

-- The key of an organisation changes as auth, with its former keys.
revoke update (key) on organisation from tenant;

-- Nobody writes a line of the log, or a notification, in another's name.
alter policy tenant_insert on audit
  with check (org_id = (select app_org_id()) and actor_id = (select app_member_id()));
alter policy tenant_insert on notification
  with check (org_id = (select app_org_id()) and (actor_id is null or actor_id = (select app_member_id())));
