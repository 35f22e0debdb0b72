import { expect, test } from 'vitest';
import { decodeFile } from '@/lib/table-file/decode';
import { delimiterOf } from '@/lib/table-file/delimiter';
import type { Encoding } from '@/lib/table-file/encodings';

/** Bytes of files that people made, read as what they are, or refused with the line. */

const tables = new Map<Encoding, Map<string, number[]>>();
/** The other way round from what `TextDecoder` does. */
function inBytes(encoding: Encoding, text: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const little = Buffer.from(text, 'utf16le');
  if (encoding.startsWith('utf-16')) return encoding.endsWith('le') ? little : little.swap16();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = tables.get(encoding) ?? new Map<string, number[]>();
  const learn = (...bytes: number[]) => {
    try {
      const [one = 0] = bytes;
      const sign = decoder.decode(Uint8Array.from(bytes));
      // What Node makes of these is another encoding's.
      if (encoding === 'windows-1252' && one > 0x7f && one < 0xa0) return;
      if ([...sign].length === 1 && !table.has(sign)) table.set(sign, bytes);
    } catch {}
  };
  if (!tables.has(encoding)) {
    for (let one = 0; one < 256; one++) learn(one);
    for (let one = 0x81; one < 0xff; one++) for (let two = 0x40; two < 0xff; two++) learn(one, two);
    if (encoding === 'windows-1252')
      for (const [at, sign] of [...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'].entries())
        if (sign !== ' ') table.set(sign, [0x80 + at]);
    tables.set(encoding, table);
  }
  return Uint8Array.from([...text].flatMap((sign) => table.get(sign) ?? []));
}

const GERMAN = 'Titel;Notiz\r\nGrüße aus Köln;Größe prüfen – „schön“\r\n';
const FRENCH = 'Titre,Note\nGérer l’accès,À vérifier dès l’été\n';
const ENGLISH = 'Title,Note\nDon’t print,“Draft” – 5 €…\n';
const POLISH = 'Tytuł,Uwagi\nZażółć gęślą jaźń,Zamówić książkę\n';
const CZECH = 'Název,Poznámka\nPříliš žluťoučký kůň,Tisk plakátů\n';
const RUSSIAN = 'Название,Заметка\nПодготовить отчёт,Согласовать с заказчиком\n';
const GREEK = 'Τίτλος,Σημείωση\nΕτοιμασία της αφίσας,Να ελεγχθεί\n';
const TURKISH = 'Başlık,Not\nGörüşme ayarla,Işık ve çağrı için\n';
const JAPANESE = 'タイトル,メモ\nポスターを印刷する,確認してください\n';
const CHINESE = '标题,备注\n设计新的海报,请在开会之前确认\n';
const KOREAN = '제목,메모\n포스터를 인쇄합니다,확인해 주세요\n';

test.each<[Encoding, string]>([
  ...[GERMAN, FRENCH, POLISH, RUSSIAN, JAPANESE].flatMap((text) =>
    (['utf-8', 'utf-16le', 'utf-16be'] as const).map((encoding): [Encoding, string] => [encoding, text]),
  ),
  ...[GERMAN, FRENCH, ENGLISH].map((text): [Encoding, string] => ['windows-1252', text]),
  ...[GERMAN, FRENCH, ENGLISH].map((text): [Encoding, string] => ['macintosh', text]),
  ...[POLISH, CZECH].flatMap((text): [Encoding, string][] => [
    ['windows-1250', text],
    ['iso-8859-2', text],
  ]),
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['windows-1253', GREEK],
  ['windows-1254', TURKISH],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['gb18030', CHINESE],
  ['euc-kr', KOREAN],
])('%s is guessed, and read as chosen: %j', (encoding, text) => {
  const bytes = inBytes(encoding, text);
  expect(decodeFile(bytes)).toMatchObject({ text, encoding, guessed: encoding !== 'utf-8' });
  expect(decodeFile(bytes, encoding)).toMatchObject({ text, encoding, guessed: false });
});

/** In one word; what several encodings read with the same letters need not be asked. */
test.each<[Encoding, string, 'read' | 'asked']>([
  ['windows-1252', 'Müller', 'read'],
  ['windows-1252', 'José', 'read'],
  ['windows-1252', 'Größe prüfen', 'read'],
  ['windows-1252', 'Benoît', 'asked'],
  ['windows-1251', 'Ольга Петрова', 'read'],
  ['windows-1251', 'да', 'asked'],
  ['windows-1253', 'και', 'asked'],
  ['windows-1254', 'Işık', 'asked'],
  ['windows-1255', 'דוד', 'asked'],
  ['windows-1256', 'علي', 'asked'],
  ['windows-1257', 'Jānis', 'asked'],
  ['windows-874', 'งาน', 'asked'],
  ['macintosh', 'Müller', 'asked'],
  ['macintosh', 'Zoë', 'asked'],
  ['shift_jis', 'ﾃｽﾄ ﾃﾞｰﾀ', 'asked'],
  ['shift_jis', '田中', 'asked'],
  ['gb18030', '王芳', 'asked'],
])('a word of %s (%s) is %s', (encoding, word, what) => {
  const { text, unsure } = decodeFile(inBytes(encoding, `email,name\na@x.test,${word}\n`));
  if (what === 'read') expect([text, unsure]).toEqual([expect.stringContaining(word), null]);
  else expect(unsure).toContain(`“${word.split(' ')[0]}” as ${encoding}`);
});

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const CUT = utf8('Titel\nGérer\nOh café').slice(0, -1);
const MIXED = [...utf8('Titel\nGérer\n'), 0x63, 0x61, 0x66, 0xe9, 0x0a, ...utf8('Zoë\n')];

test.each<[string, number[], Encoding | undefined, RegExp]>([
  ['UTF-8 cut in its last letter', CUT, undefined, /^Line 3 cannot be read as UTF-8: “Oh caf\ufffd”/],
  ['one letter, cut', utf8('Titel\nCafé').slice(0, -1), undefined, /^Line 2 cannot be read as UTF-8/],
  ['an emoji, cut', utf8('Titel\nGérer 😀').slice(0, -1), undefined, /^Line 2 cannot/],
  ['UTF-8 with a row of Latin-1', MIXED, undefined, /^Line 3 cannot be read as UTF-8: “caf\ufffd”/],
  ['the same, said to be Latin', MIXED, 'windows-1252', /^Line 3 cannot be read as UTF-8/],
  ['UTF-8 said to be Latin', utf8('Titel\nGérer\n'), 'windows-1252', /^The file is UTF-8/],
  ['Latin-1 said to be UTF-8', [...utf8('A\nB\n'), 0xfc], 'utf-8', /^Line 3 cannot be read as UTF-8/],
  ['a place without letter', [...utf8('A\nB'), 0x81], 'windows-1252', /^Line 2 cannot be read as Windows-1252/],
  [
    'UTF-16 cut',
    [...inBytes('utf-16le', '\ufeffTitel\nÖl')].slice(0, -1),
    undefined,
    /^Line 2 cannot be read as UTF-16 LE/,
  ],
  ['another mark', [0xff, 0xfe, 65, 0], 'utf-8', /begins with the mark of UTF-16 LE/],
  ['ASCII said to be UTF-16', utf8('Titel\nabc\n'), 'utf-16le', /is not UTF-16 LE/],
  ['what nobody writes', [...utf8('A\nB\n'), 0x61, 0x81, 0xff, 0x62, 0x90, 0xff], undefined, /^Line 3 cannot be read/],
  ['a workbook', utf8('PK\u0003\u0004rest'), undefined, /Save the table as CSV/],
  ['zeros', [65, 0, 0, 66, 0, 0, 0x0a], undefined, /not a text file/],
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d, 0x49], undefined, /not a text file/],
])('%s is refused in words', (_, bytes, chosen, words) =>
  expect(() => decodeFile(Uint8Array.from(bytes), chosen)).toThrow(words),
);

test('a NUL is taken out and counted where it stood', () =>
  expect(decodeFile(Uint8Array.from(utf8('Title\nO\0ne\nT\0wo\n')))).toMatchObject({
    ...{ text: 'Title\nOne\nTwo\n', encoding: 'utf-8', guessed: false, zeros: { line: 2, count: 2 } },
  }));

test('what tells is shown, where it stands', () =>
  expect(decodeFile(inBytes('windows-1251', RUSSIAN)).sample).toEqual(RUSSIAN.trim().split('\n')));

const known = (headings: readonly string[]) => headings.filter((one) => /^(title|titel|due)$/i.test(one)).length;
test.each([
  ['Title,Due\n1;2;3,x\n', ','],
  ['"Name, first, last";Titel;Due\n', ';'],
  ['"a;b;c;d",Title\n', ','],
  ['Name, first;Titel\n', ';'],
  ['Title\tDue, later\n', '\t'],
  ['Title|Due\n', '|'],
  ['Title\na, b, c\n', ','],
  ['"Title ""a;b"" due",Due\n', ','],
  ['sep=|\r\nTitle,Due\n', '|'],
])('%j is separated by %j', (text, delimiter) => expect(delimiterOf(text, known).delimiter).toBe(delimiter));
