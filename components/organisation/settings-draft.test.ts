import { expect, test } from 'vitest';
import { changedFields, type Draft, readDate, readDates, rebase } from './settings-draft';

const base: Draft = {
  name: 'Acme',
  tint: 'c1',
  listed: true,
  working_days: [1, 2, 3],
  holidays: [],
  time_zone: 'UTC',
  mail_quotes: true,
  client_requests: true,
};

test('a draft on a newer record keeps what was changed here and takes over the rest', () => {
  const draft = { ...base, name: 'Mine' };
  const current = { ...base, holidays: ['2026-12-25'] };
  expect(rebase(base, draft, current)).toEqual({
    draft: { ...base, name: 'Mine', holidays: ['2026-12-25'] },
    clashes: [],
  });
});

test('a draft on a newer record names what both changed, and not what both changed alike', () => {
  const draft = { ...base, name: 'Mine', tint: 'c2' };
  const current = { ...base, name: 'Theirs', tint: 'c2' };
  const { draft: next, clashes } = rebase(base, draft, current);
  expect(clashes).toEqual(['name']);
  expect(changedFields(current, next)).toEqual(['name']);
});

test.each([
  ['2026-12-25', '2026-12-25'],
  [' 25.12.2026 ', '2026-12-25'],
  ['1. 5. 2027', '2027-05-01'],
  ['12/25/2026', '2026-12-25'],
  ['2026-02-30', null],
  ['31.04.2026', null],
  ['13/13/2026', null],
  ['1066-10-14', null],
  ['tomorrow', null],
  ['25/12/2026', '2026-12-25'],
  ['3/3/2027', '2027-03-03'],
  ['1/2/2027', null],
])('dates %s is %s', (text, date) => expect(readDate(text)).toBe(date));

test('dates of a pasted list: what follows a date does not count, and lines that are none are named', () =>
  expect(readDates('2026-12-25 Christmas\r\n\r\n1.1.2027;New Year\nboxing day\n2026-02-30\n2026-12-251')).toEqual({
    dates: ['2026-12-25', '2027-01-01'],
    problems: [
      'Line 4: “boxing day” is not a date.',
      'Line 5: “2026-02-30” is not a date.',
      'Line 6: “2026-12-251” is not a date.',
    ],
    unclear: null,
  }));

test('dates that could mean two days are asked about, unless the list or the reader says which', () => {
  const list = '1/2/2027 Something\n3/3/2027\n';
  expect(readDates(list)).toEqual({ dates: ['2027-03-03'], problems: [], unclear: '1/2/2027' });
  expect(readDates(list, 'day').dates).toEqual(['2027-02-01', '2027-03-03']);
  expect(readDates(list, 'month').dates).toEqual(['2027-01-02', '2027-03-03']);
  // One of them can be meant in one way only, and a list is written in one way.
  expect(readDates(`${list}25/12/2026`)).toMatchObject({
    dates: ['2027-02-01', '2027-03-03', '2026-12-25'],
    unclear: null,
  });
  expect(readDates(`${list}12/25/2026`)).toMatchObject({
    dates: ['2027-01-02', '2027-03-03', '2026-12-25'],
    unclear: null,
  });
  expect(readDates(`${list}12/25/2026\n25/12/2026`).unclear).toBe('1/2/2027');
});
