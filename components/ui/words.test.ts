import { describe, expect, it, test } from 'vitest';
import { agoWords } from '@/components/ui/ago';
import { initialsOf, tintOf } from '@/components/ui/avatar';
import { dueWords } from '@/components/ui/due-date';
import { progressSentence } from '@/components/ui/progress-bar';

const today = '2026-11-21';

describe('due dates in words', () => {
  it('says by how much something is late, and counts one day as one', () => {
    expect(dueWords('2026-11-19', today)).toEqual({ text: 'Overdue 2 days', tone: 'overdue' });
    expect(dueWords('2026-11-20', today)).toEqual({ text: 'Overdue 1 day', tone: 'overdue' });
  });

  it('warns on the day itself', () => expect(dueWords(today, today)).toEqual({ text: 'Today', tone: 'today' }));

  it('never calls late or urgent what is done', () => {
    expect(dueWords('2026-11-18', today, true)).toEqual({ text: 'Wed 18 Nov', tone: 'plain' });
    expect(dueWords(today, today, true).tone).toBe('plain');
  });

  it('names the year only when it is another one', () => {
    expect(dueWords('2026-11-24', today).text).toBe('Tue 24 Nov');
    expect(dueWords('2027-01-23', today).text).toBe('23 Jan 2027');
  });

  it('counts calendar days across a change of the clock', () =>
    expect(dueWords('2026-10-26', '2026-10-25').text).toBe('Tomorrow'));
});

it('people without a picture are shown by the first letters of their first and last names', () => {
  expect(initialsOf('Anna Keller')).toBe('AK');
  expect(initialsOf('Ludwig van den Berg')).toBe('LB');
  expect(initialsOf('cher')).toBe('C');
  expect(initialsOf('Ångström 𝒳')).toBe('Å𝒳');
  expect(initialsOf('  ')).toBe('?');
});

it('people without a picture keep their colour everywhere', () => {
  expect(tintOf('0198c1de-7000-7000-8000-000000000001')).toBe(tintOf('0198c1de-7000-7000-8000-000000000001'));
  const tints = new Set(Array.from({ length: 100 }, (_, n) => tintOf(`person-${n}`)));
  expect(tints.size).toBe(8);
});

it('progress in words names every status that has tasks, and never rounds up to completed', () => {
  expect(progressSentence({ 1: 1, 3: 2, 4: 197 })).toBe(
    '200 tasks: 1 Pending, 2 Testing, 197 Completed. 98 % completed',
  );
  expect(progressSentence({})).toBe('No tasks yet');
});

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number) => agoWords(NOW - seconds * 1000, NOW);

test.each([
  [20, 'just now'],
  [-30, 'just now'],
  [90, '1 minute ago'],
  [7200, '2 hours ago'],
  [100_000, 'yesterday'],
  [400_000, '4 days ago'],
  [800_000, '12 Nov 2026'],
])('how long ago %i seconds is "%s"', (seconds, text) => expect(ago(seconds)).toBe(text));
