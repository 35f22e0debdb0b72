-- Lists are narrowed by a part of a name or title, among ten thousand of them: the folded text is kept beside each, written when
-- it changes. And folding costs a third: a table of letters is gone through only by texts that have one of them.
do $$
declare
  unicode text := (select quote_ident(c.collname) from pg_collation c where c.collnamespace = 'pg_catalog'::regnamespace
    and c.collname in ('pg_c_utf8', 'und-x-icu', 'default') order by array_position(array['pg_c_utf8', 'und-x-icu', 'default'], c.collname::text) limit 1);
begin
  execute format($sql$
    create function fold_others(p text) returns text language plpgsql immutable strict parallel safe as $fold$
    declare t text collate "C";
    begin
      t := regexp_replace(lower(normalize(replace(p, '´', ''''), nfkd) collate pg_catalog.%1$s) collate "C",
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u00ad\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001f3fb-\U0001f3ff\U000e0000-\U000e01ef]+',
        '', 'g');
      if t ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]' then
        t := translate(t, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        || U&'\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f'
        || U&'\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef'
        || U&'\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59',
          repeat('0123456789', 5));
      end if;
      if t ~ '[ßæœþ\u00f8\u0142\u0111\u00f0\u0131\u03c2\u0127\u0167\u014b\u0491\u0671\u0649\u0629\u06a9\u06cc\u06be\u06c1`\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u2039\u203a\u055a\u05f3\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\u05f4\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u05be\u058a\u301c]' then
        t := translate(replace(replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          U&'\00f8\0142\0111\00f0\0131\03c2\0127\0167\014b\0491'
        || U&'\0671\0649\0629\06a9\06cc\06be\06c1'
        || U&'`\2018\2019\201a\201b\2032\2035\02b9\02bb\02bc\02bd\02be\02bf\02c8\2039\203a\055a\05f3'
        || U&'\201c\201d\201e\201f\2033\00ab\00bb\301d\301e\301f\05f4'
        || U&'\2010\2011\2012\2013\2014\2015\2212\2043\05be\058a'
        || U&'\301c',
          'olddiσhtnг'
        || 'ايهكيهه'
        || ''''''''''''''''''''''''''''''''''''''
        || '"""""""""""'
        || '----------'
        || '~');
      end if;
      return normalize(t, nfc);
    end $fold$
  $sql$, unicode);
end $$;

create or replace function fold(p text) returns text language sql immutable strict parallel safe
return case when octet_length(p) = char_length(p) then translate(lower(p collate "C"), '`', '''') else fold_others(p) end;

alter table task add column title_folded text not null generated always as (fold(title)) stored;
alter table file add column name_folded text not null generated always as (fold(name)) stored;
alter table folder add column name_folded text not null generated always as (fold(name)) stored;
