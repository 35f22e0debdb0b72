-- What a name looks like at a glance: `Acme Studio`, `ACME-STUDIO`, `Аcme Studio` with a Cyrillic А, `Ａcme Studio` in full
-- width and `Acrne Studi0` are one. Compared, never shown. It holds no letter outside ASCII that looks like one inside, and
-- asks no collation, so that every server answers the same.
create function name_skeleton(p_name text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog as $$
  select replace(translate(replace(replace(
    regexp_replace(lower(translate(
      regexp_replace(normalize(p_name, NFKD), U&'[\0300-\036f]' collate "C", '', 'g'),
      'АВЕКМНОРСТУХІЈЅаверскмнотухіјѕԁӏһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχ',
      'abekmhopctyxijsabepckmhotyxijsdlhqwabezhikmnoptyxabenikvoptyx') collate "C"),
      '[[:space:]!-/:-@\[-`{-~]' collate "C", '', 'g'),
    'rn', 'm'), 'vv', 'w'), '0158', 'olsb'), 'i', 'l')
$$;
create index organisation_name_skeleton on organisation (name_skeleton(name));
