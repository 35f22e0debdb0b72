-- What somebody else took away comes back only by them or an admin: so it is kept who did.
do $$
declare t text;
begin
  foreach t in array array['task', 'comment', 'file_comment'] loop
    execute format('alter table %I add column deleted_by_id uuid', t);
    execute format('alter table %I add constraint %I foreign key (org_id, deleted_by_id) references member (org_id, id)
      on delete no action on update no action', t, t || '_org_id_deleted_by_id_fkey');
  end loop;
end $$;
grant update (deleted_by_id) on file_comment to tenant;

-- Of what is in the bin history tells who put it there; of the rest admins alone restore.
update task t set deleted_by_id = (select a.actor_id from activity a
   where a.org_id = t.org_id and a.task_id = t.id and a.kind = 'task.deleted' order by a.created_at desc limit 1)
 where t.deleted_at is not null;
update comment c set deleted_by_id = (select a.actor_id from activity a
   where a.org_id = c.org_id and a.task_id = c.task_id and a.kind = 'comment.deleted' and a.data ->> 'comment_id' = c.id::text
   order by a.created_at desc limit 1)
 where c.deleted_at > now() - interval '1 day';
