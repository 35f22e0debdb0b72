import { describe, expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { quickFields, readQuick } from './read-quick';

// A Saturday.
const TODAY = '2026-11-21';
const named = (...names: string[]) => names.map((name) => ({ _id: name.toLowerCase().replace(/\W/g, ''), name }));
const reading = {
  formats: formatsFor({ locale: 'en-GB', timeZone: 'UTC' }),
  today: TODAY,
  memberId: 'ada',
  people: named('Anna Berg', 'Andreas Roth', 'Zoë Ann', 'Ada'),
  labels: named('Design', 'Needs review', 'Desk'),
};
const read = (text: string, kept: string[] = []) => {
  const { title, parts } = readQuick(text, { ...reading, kept: new Set(kept) });
  return { title, ...quickFields(parts) };
};

describe('a new task in one line', () => {
  test.each([
    [
      'Draw the logo tomorrow @anna !high #design 2h',
      {
        title: 'Draw the logo',
        due_date: '2026-11-22',
        assignee_ids: ['annaberg'],
        priority: 'high',
        label_ids: ['design'],
        estimate_minutes: 120,
      },
    ],
    [
      'tomorrow @anna !high #design 2h',
      {
        title: '',
        due_date: '2026-11-22',
        assignee_ids: ['annaberg'],
        priority: 'high',
        label_ids: ['design'],
        estimate_minutes: 120,
      },
    ],
    ['@zoe #needs-review Proofread', { title: 'Proofread', assignee_ids: ['zoann'], label_ids: ['needsreview'] }],
    ['Ask @annaberg, then @me', { title: 'Ask then', assignee_ids: ['annaberg', 'ada'] }],
    ['Ask @an', { title: 'Ask @an' }],
    ['Ask @nobody #des', { title: 'Ask @nobody #des' }],
    [
      'Logo tomorrow @anna !high #posters 2h',
      {
        title: 'Logo #posters',
        due_date: '2026-11-22',
        assignee_ids: ['annaberg'],
        priority: 'high',
        estimate_minutes: 120,
      },
    ],
    ['Call in 3 days @nobody !soon', { title: 'Call @nobody !soon', due_date: '2026-11-24' }],
    ['Call tomorrow #posters now', { title: 'Call tomorrow #posters now' }],
    ['Pay !u', { title: 'Pay', priority: 'urgent' }],
    ['Pay now!', { title: 'Pay now!' }],
    ['Stop !important things', { title: 'Stop !important things' }],
    ['Mail ada@acme.test', { title: 'Mail ada@acme.test' }],
    ['Call today', { title: 'Call', due_date: '2026-11-21' }],
    ['Call Friday', { title: 'Call', due_date: '2026-11-27' }],
    ['Call saturday', { title: 'Call', due_date: '2026-11-28' }],
    ['Call next week', { title: 'Call', due_date: '2026-11-23' }],
    ['Call next tuesday', { title: 'Call', due_date: '2026-11-24' }],
    ['Call in 3 days', { title: 'Call', due_date: '2026-11-24' }],
    ['Call in 2 weeks !low', { title: 'Call', due_date: '2026-12-05', priority: 'low' }],
    ['Call 3 Dec', { title: 'Call', due_date: '2026-12-03' }],
    ['Call 2026-12-03 30m', { title: 'Call', due_date: '2026-12-03', estimate_minutes: 30 }],
    ['Film 1h 30m', { title: 'Film', estimate_minutes: 90 }],
    ['Film 1.5h', { title: 'Film', estimate_minutes: 90 }],
    ['Prepare the today show', { title: 'Prepare the today show' }],
    ['Chapter 2', { title: 'Chapter 2' }],
    ['Part 1/2', { title: 'Part 1/2' }],
    ['today', { title: 'today' }],
    ['today tomorrow', { title: 'today', due_date: '2026-11-22' }],
    ['', { title: '' }],
  ])('“%s”', (text, task) => {
    expect(read(text)).toEqual(task);
  });

  test.each([
    ['Call tomorrow', ['tomorrow'], { title: 'Call tomorrow' }],
    ['Call next week !low', ['next week'], { title: 'Call next week', priority: 'low' }],
    ['Draw tomorrow #design', ['#design'], { title: 'Draw #design', due_date: '2026-11-22' }],
    ['Draw #design @anna', ['#design'], { title: 'Draw #design', assignee_ids: ['annaberg'] }],
  ])('“%s” with %s kept as words', (text, kept, task) => {
    expect(read(text, kept)).toEqual(task);
  });
});
