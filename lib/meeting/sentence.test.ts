import { expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { readSentence } from '@/lib/meeting/sentence';
import { effortOf } from '@/lib/test/effort';

const people = ['Anna Weber', 'Ben Ito', 'Ida Krog', 'Theo Baker', 'Jo Li'].map((name) => ({ _id: name, name }));
/** A Wednesday, ten o'clock. */
const reading = {
  formats: formatsFor({ locale: 'en-GB', timeZone: 'Europe/Berlin' }),
  ...{ today: '2026-11-25', now: 600, people },
};
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
/** title | date | start | minutes | rule | people; what nothing is said of is left out. */
function read(text: string, more = {}) {
  const { title, date, start, minutes, repeat, people } = readSentence(text, { ...reading, ...more });
  const who = people.map(({ name }) => name.split(' ')[0]).join(' ');
  const all = [title, date?.slice(5), start !== null && clock(start), minutes, repeat?.rule.replace('FREQ=', ''), who];
  return all.filter(Boolean).join(' | ');
}

test.each([
  ['standup every weekday 9:30 with Anna', 'standup | 11-26 | 9:30 | WEEKLY;BYDAY=MO,TU,WE,TH,FR | Anna'],
  ['review tomorrow 14-15 with Ben and Ida', 'review | 11-26 | 14:00 | 60 | Ben Ida'],
  ['Lunch with Anna Weber, Ben and Theo friday noon for 45 min', 'Lunch | 11-27 | 12:00 | 45 | Anna Ben Theo'],
  ['tomorrow 10:00 review with Ben', 'review | 11-26 | 10:00 | Ben'],
  ['tomorrow 10 review', 'review | 11-26 | 10:00'],
  ['Prepare the Monday report tomorrow at 9', 'Prepare the Monday report | 11-26 | 9:00'],
  ['Lunch with the team 12:30', 'Lunch with the team | 11-25 | 12:30'],
  ['Call 9am', 'Call | 11-26 | 9:00'],
  ['Call 2-3pm', 'Call | 11-25 | 14:00 | 60'],
  ['Workshop 11-1', 'Workshop | 11-25 | 11:00 | 120'],
  ['Workshop from 14 to 15:30', 'Workshop | 11-25 | 14:00 | 90'],
  ['Retro every second Tuesday 15:00 1h', 'Retro | 12-01 | 15:00 | 60 | WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['Gym every mon, wed and fri 7:00', 'Gym | 11-27 | 7:00 | WEEKLY;BYDAY=MO,WE,FR'],
  ['Board every last Friday of the month 16:00', 'Board | 11-25 | 16:00 | MONTHLY;BYDAY=-1FR'],
  ['Close every month on the last weekday', 'Close | 11-25 | MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['Sync weekly on Monday and Thursday', 'Sync | 11-26 | WEEKLY;BYDAY=MO,TH'],
  ['Sync every 3 weeks', 'Sync | 11-25 | WEEKLY;INTERVAL=3'],
  ['Party 3rd Dec 18:00-22:00', 'Party | 12-03 | 18:00 | 240'],
  ['Talk in 3 days half an hour', 'Talk | 11-28 | 30'],
  ['Coffee @anna @ben next monday 1.5h', 'Coffee | 11-30 | 90 | Anna Ben'],
  ['Pairing with jo', 'Pairing | Jo'],
  ['Version 2.0', 'Version 2.0'],
  ['Room 14', 'Room 14'],
  ['with Nobody tomorrow', 'with Nobody | 11-26'],
  ['25:00 10-9pm 9:75', '25:00 10-9pm 9:75'],
  ['tomorrow', '11-26'],
  ['', ''],
])('“%s” is understood as “%s”', (text, expected) => expect(read(text)).toBe(expected));

test('in a slot the sentence speaks of its day, unless it names another', () => {
  const slot = { date: '2026-12-04' };
  expect(read('Call 9:00', slot)).toBe('Call | 9:00');
  expect(read('Call tomorrow', slot)).toBe('Call | 11-26');
  expect(read('Call every Monday', slot)).toBe('Call | 12-07 | WEEKLY;BYDAY=MO');
});

test('what is too long is a title; what is long and sly costs little', async () => {
  expect(read(`${'x'.repeat(301)} tomorrow`)).toMatch(/tomorrow$/);
  for (const word of ['with ', 'every ', '9 ', 'with anna, ', 'on ', '1.5 ', 'and ', 'in 3 '])
    expect(await effortOf(() => readSentence(word.repeat(300 / word.length), reading)), word).toBeLessThan(20);
});
