-- Two names are one where form and case of their letters alone differ, in every language: ß is ss, and a sigma that ends a word one
-- within. The application's nameKey says the same of names, but for letters that become several in capitals (ligatures).
do $$
declare
  unicode text := (select quote_ident(c.collname) from pg_collation c where c.collnamespace = 'pg_catalog'::regnamespace
    and c.collname in ('pg_c_utf8', 'und-x-icu', 'default') order by array_position(array['pg_c_utf8', 'und-x-icu', 'default'], c.collname::text) limit 1);
begin
  execute format($sql$
    create function name_key(p text) returns text language sql immutable strict parallel safe
    return normalize(lower(upper(replace(replace(normalize(p, nfc), 'ß', 'ss'), 'ẞ', 'SS') collate pg_catalog.%1$s) collate pg_catalog.%1$s), nfc)
  $sql$, unicode);
end $$;

-- Those that were two until now keep their tasks; the later one says that it is a second one.
do $$
declare one record; n int; wanted text;
begin
  for one in select l.org_id, l.id, l.name from label l where l.deleted_at is null and exists (select from label e
      where e.org_id = l.org_id and e.deleted_at is null and name_key(e.name) = name_key(l.name)
        and (e.created_at, e.id) < (l.created_at, l.id)) loop
    n := 2;
    loop
      wanted := left(one.name, 50) || ' (' || n || ')';
      exit when not exists (select from label e where e.org_id = one.org_id and e.deleted_at is null and name_key(e.name) = name_key(wanted));
      n := n + 1;
    end loop;
    update label set name = wanted, version = version + 1 where org_id = one.org_id and id = one.id;
  end loop;
  for one in select c.org_id, c.id, c.name from category c where exists (select from category e
      where e.org_id = c.org_id and name_key(e.name) = name_key(c.name) and (e.created_at, e.id) < (c.created_at, c.id)) loop
    n := 2;
    loop
      wanted := left(one.name, 50) || ' (' || n || ')';
      exit when not exists (select from category e where e.org_id = one.org_id and name_key(e.name) = name_key(wanted));
      n := n + 1;
    end loop;
    update category set name = wanted, version = version + 1 where org_id = one.org_id and id = one.id;
  end loop;
end $$;

drop index label_one_name;
create unique index label_one_name on label (org_id, name_key(name)) where deleted_at is null;
create unique index category_one_name on category (org_id, name_key(name));
