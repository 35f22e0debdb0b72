-- Milestones are found by their names, by whoever sees them.
do $$
declare before text := pg_get_functiondef('search_source(text, uuid[])'::regprocedure);
declare after text := replace(before, $f$  elsif p_kind = 'folder' then$f$, $f$  elsif p_kind = 'milestone' then
    return query select g.org_id, g.id, g.project_id, g.audience, g.name, '', g.updated_at::timestamptz
      from milestone g where g.id = any (p_ids) and g.deleted_at is null;
  elsif p_kind = 'folder' then$f$);
begin
  if after = before then raise exception 'search_source has changed'; end if;
  execute after;
end $$;

create trigger search_1_inserted after insert on milestone referencing new table as fresh for each statement execute function search_take_inserted('milestone');
create trigger search_2_deleted after delete on milestone referencing old table as gone for each statement execute function search_take_deleted('milestone');
create trigger search_3_changed after update on milestone for each row
  when (old.name is distinct from new.name or old.audience is distinct from new.audience or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function search_take_changed('milestone');

select search_put('milestone', array(select g.id from milestone g));
