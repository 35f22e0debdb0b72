import { describe, expect, test } from 'vitest';
import { initialsOf } from '@/components/ui/avatar';
import { tooLong } from '@/components/ui/form/too-long';
import { clean, cleanLine, fittedLine, nameKey, storable } from '@/lib/clean-text';
import { safeName } from '@/lib/file/bytes/names';
import { titleOf as firstLine } from '@/lib/message/vocabulary';
import { excerptOf } from '@/lib/search/vocabulary.excerpt';
import { titleOf } from '@/lib/task-origin/vocabulary';
import { beginningOf, cut, cutBytes, cutUnits, fits, lettersIn, pointsFor } from '@/lib/text';
import { line, personName, prose } from '@/lib/validation';

const FAMILY = '👨‍👩‍👧‍👦';
/** What people see as one letter, however it is written. */
const LETTERS = ['a', 'ü', 'u\u0308', '🎉', '👍🏽', '🇩🇪', FAMILY, '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '❤️', '\r\n', 'षि', '각', '한'];

describe('a letter', () => {
  test.each(LETTERS)('%j is counted as one and never cut', (letter) => {
    const text = letter.repeat(40);
    expect([lettersIn(text), fits(text, 40), fits(text, 39)]).toEqual([40, true, false]);
    expect(cut(text, 39)).toBe(letter.repeat(39));
    expect(cut(text, 39, '…')).toBe(`${letter.repeat(38).trimEnd()}…`);
    for (const part of [
      cutBytes(text, 100),
      cutUnits(text, 100),
      beginningOf([...text].slice(0, pointsFor(25)).join(''), 25),
    ])
      expect(part).toBe(letter.repeat(part.length / letter.length));
  });

  test('of any length is bounded by what can be stored', () => {
    const heap = `a${'\u0301'.repeat(5_000)}`;
    expect([fits(heap, 80), cut(`b${heap}`, 80), fits(cut(heap, 80), 80)]).toEqual([false, 'b', true]);
    expect(line(200).safeParse(FAMILY.repeat(200)).success).toBe(true);
    expect(line(200).safeParse(`${FAMILY.repeat(200)}a`).success).toBe(false);
    expect(prose(20).safeParse('🇩🇪'.repeat(20)).success).toBe(true);
  });
});

test('what is made of a text ends with a whole letter', () => {
  const text = `${'a'.repeat(198)}🇩🇪🇩🇪🇩🇪🇩🇪`;
  for (const short of [titleOf(text), firstLine(text), fittedLine(text, 200, '…')])
    expect([lettersIn(short), short]).toEqual([200, `${'a'.repeat(198)}🇩🇪…`]);
  expect(titleOf(`${'word '.repeat(60)}`)).toMatch(/word…$/);
  expect(excerptOf(FAMILY.repeat(300), { wanted: [], without: [] } as never)).toMatch(
    new RegExp(`^(${FAMILY})+ …$`, 'u'),
  );
  expect(safeName(`${'🇩🇪'.repeat(50)}.pdf`).name).toBe(`${'🇩🇪'.repeat(31)}.pdf`);
  expect(tooLong(FAMILY.repeat(3), 2)).toBe('This is 1 character too long: 2 fit.');
});

test.each([
  ['🇩🇪 Anna', '🇩🇪A'],
  ['anna 👩‍💻', 'A👩‍💻'],
  ['Çelik e\u0301mile', 'ÇÉ'],
  ['ßmart', 'S'],
  [' ', '?'],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name).normalize()).toBe(initials));

describe('one text, one form', () => {
  test.each([
    ['Gru\u0308n', 'Grün'],
    ['e\u200b\u0301', 'é'],
    ['a\u202eb\u2066c\ufeff\u00ad', 'abc'],
    [FAMILY, FAMILY],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['❤️', '❤️'],
  ])('%j is kept as %j', (given, kept) => {
    for (const form of [
      clean,
      cleanLine,
      storable,
      (text: string) => fittedLine(text, 60),
      (text: string) => safeName(text).name,
    ])
      expect([form(given), form(form(given))]).toEqual([kept, kept]);
    expect([prose(60).parse(given), line(60).parse(given)]).toEqual([kept, kept]);
  });

  test('what cannot be stored is left out of what other programs wrote', () => {
    expect(storable('a\0b\ud83dc\u0007')).toBe('ab\ufffdc');
    expect([fittedLine('\u200b\u3164 ', 60), fittedLine(`Z${'\u0301'.repeat(50)}oe`, 60)]).toEqual([
      '',
      `Ź${'\u0301'.repeat(4)}oe`,
    ]);
    expect(personName(80).safeParse(fittedLine(`Z${'\u0301'.repeat(50)}oe`, 80)).success).toBe(true);
  });

  test('names that differ in form or case are one', () => {
    expect(new Set(['Straße', 'STRASSE', 'strasse\u200b'].map(nameKey)).size).toBe(1);
    expect(new Set(['Grün', 'GRU\u0308N', ' grün '].map(nameKey)).size).toBe(1);
  });
});
