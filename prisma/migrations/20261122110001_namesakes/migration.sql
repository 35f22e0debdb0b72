-- AlterTable
ALTER TABLE "member" ADD COLUMN     "namesake" SMALLINT;

-- Everything below by hand.

create index member_org_id_name_skeleton on member (org_id, name_skeleton(name));

with alike as (
  select id, row_number() over (partition by org_id, name_skeleton(name) order by created_at, id) as place from member)
update member m set namesake = alike.place from alike where alike.id = m.id and alike.place > 1;

-- Of two people of one organisation whose names look alike the later one has a number, from 2 on. It stays with the name:
-- whoever takes a name anew comes last, also where the first has left it.
create function number_namesake() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' and name_skeleton(new.name) = name_skeleton(old.name) then
    new.namesake := old.namesake;
    return new;
  end if;
  -- Names of one organisation are given one after the other.
  perform pg_advisory_xact_lock(hashtextextended('namesake:' || new.org_id, 0));
  select nullif(coalesce(max(coalesce(m.namesake, 1)), 0) + 1, 1) into new.namesake
    from member m where m.org_id = new.org_id and m.id <> new.id and name_skeleton(m.name) = name_skeleton(new.name);
  return new;
end $$;
create trigger number_namesake before insert or update of name, namesake on member
  for each row execute function number_namesake();

-- A name as it is shown where nothing else tells people apart.
create function shown_name(p_name text, p_namesake smallint) returns text
language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when p_namesake is null then p_name else p_name || ' (' || p_namesake || ')' end
$$;
