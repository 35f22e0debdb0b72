-- Everything by hand.

-- What a name looks like at a glance. Beside case, spacing, accents and ASCII punctuation, it does not see: what is drawn as
-- nothing, private and no characters, quotes, signs and pictures, and a number in brackets, which is how somebody
-- is marked whose name is like another's. Of the letters outside ASCII that look like one inside it knows the common
-- ones, not all. Compared, never shown. It asks no collation, so that every server answers the same.
create or replace function name_skeleton(p_name text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog as $$
  select replace(translate(replace(replace(
    regexp_replace(regexp_replace(lower(translate(
      -- Marks, and what shows nothing.
      regexp_replace(regexp_replace(normalize(p_name, NFKD),
        U&'[\0300-\036f\0483-\0489\1ab0-\1aff\1dc0-\1dff\20d0-\20ff\fe20-\fe2f]' collate "C", '', 'g'),
        U&'[\0080-\009f\00ad\0600-\0605\061c\06dd\070f\0890-\0891\08e2\115f-\1160\17b4-\17b5\180b-\180f'
      '\2000-\206f\2800\3164\e000-\f8ff\fdd0-\fdef\fe00-\fe0f\feff\ffa0\fff0-\ffff\+0110bd\+0110cd'
      '\+013430-\+01343f\+016fe4\+01bca0-\+01bca3\+01d159\+01d173-\+01d17a\+01fffe-\+01ffff'
      '\+02fffe-\+02ffff\+03fffe-\+03ffff\+04fffe-\+04ffff\+05fffe-\+05ffff\+06fffe-\+06ffff'
      '\+07fffe-\+07ffff\+08fffe-\+08ffff\+09fffe-\+09ffff\+0afffe-\+0affff\+0bfffe-\+0bffff'
      '\+0cfffe-\+0cffff\+0dfffe-\+0dffff\+0e0000-\+10ffff]' collate "C", '', 'g'),
          'АВЕКМНОРСТУХІЈЅаверскмнотухіјѕԁӏһԛԝӀҺҮүѴѵԌԚԜгпѡѠғӨө' || -- Cyrillic
          'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχσςγωμͿϳ' || -- Greek
          'ıȷɩƖǀɑɡɢƿʋøØłŁđĐħĦŧŦð' || -- Latin
          'ᴀʙᴄᴅᴇꜰʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ' || -- small capitals
          'օՕսՍհոռցգզյՏԼւ' || -- Armenian
          'ᎠꭰᎡꭱᎢꭲᎥꭵᎩꭹᎪꭺᎫꭻᎬꭼᎳꮃᎷꮇᎻꮋᎽꮍᏀꮐᏂꮒᏃꮓᏏꮟᏒꮢᏔꮤᏕꮥᏙꮩᏚꮪᏞꮮᏟꮯᏢꮲᏦꮶᏧꮷᏳᏻᏴᏼ' || -- Cherokee
          'ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ' || -- Lisu
          'ⲀⲁⲂⲃⲈⲉⲎⲏⲒⲓⲔⲕⲘⲙⲚⲛⲞⲟⲢⲣⲤⲥⲦⲧⲨⲩⲬⲭ' || -- Coptic
          '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' || -- letters in circles, in squares and of flags
          '|' || -- strokes
          '๐໐०০੦૦୦௦౦೦൦၀ഠסჿ', -- rings
          'abekmhopctyxijsabepckmhotyxijsdlhqwlhyyvvgqwrnwwfoo' ||
          'abezhikmnoptyxabenikvoptuxocywujj' ||
          'ijillaggpuoollddhhttd' ||
          'abcdefhijklmnopqrstuvwyz' ||
          'oouuhnngqqjsli' ||
          'ddrrttiiyyaajjeewwmmhhyygghhzzbbrrwwssvvssllccppkkddggbb' ||
          'bpddtgkjczfmnlsrvhwxyaeiou' ||
          'aabbeehhiikkmmnnooppccttyyxx' ||
          'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz' ||
          'l' ||
          'ooooooooooooooo') collate "C"),
      '[([{][[:space:]]*[0-9]+[[:space:]]*[])}]' collate "C", '', 'g'),
      -- Punctuation, signs and pictures.
      '[[:space:]!-/:-@\[-`{-~' || U&'\00a1-\00a9\00ab-\00b1\00b4\00b6-\00b8\00bb\00bf\02b9-\02df\055a-\055f\0589-\058a\05be\05c0'
      '\05f3-\05f4\060c\061b\061f\06d4\0964-\0965\1680\2190-\2bff\2e00-\2e7f\3000-\3003\3008-\3020'
      '\3030\30fb\a78a\+01f000-\+01faff]' collate "C", '', 'g'),
    'rn', 'm'), 'vv', 'w'), '0158', 'olsb'), 'i', 'l')
$$;
reindex index organisation_name_skeleton;
reindex index member_org_id_name_skeleton;

-- Who looks alike only now has a number from now on; those who had one keep it where it is still free. Of two
-- without one the later seat has it.
alter table member disable trigger number_namesake;
with seat as (
  select id, org_id, name_skeleton(name) as skeleton, coalesce(namesake, 1) as had, created_at from member),
placed as (
  select *, row_number() over (partition by org_id, skeleton order by had, created_at, id) as place from seat),
numbered as (
  select id, place + max(had - place) over (partition by org_id, skeleton order by place) as number from placed)
update member m set namesake = numbered.number from numbered
 where numbered.id = m.id and numbered.number > 1 and m.namesake is distinct from numbered.number;
alter table member enable trigger number_namesake;
