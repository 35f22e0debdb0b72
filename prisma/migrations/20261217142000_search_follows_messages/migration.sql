-- Files of messages and of requests are found with these, never by themselves: an entry goes when its file comes to hang on one,
-- whichever way it came there.
do $$
declare before text := pg_get_functiondef('search_take_changes()'::regprocedure);
declare after text := replace(before, 'task_id, comment_id, draft_at, deleted_at', 'task_id, comment_id, message_id, request_id, draft_at, deleted_at');
begin
  if after = before then raise exception 'search_take_changes has changed'; end if;
  execute after;
end $$;

delete from search_entry e using file f
 where e.kind = 'file' and f.org_id = e.org_id and f.id = e.id and (f.message_id is not null or f.request_id is not null);
