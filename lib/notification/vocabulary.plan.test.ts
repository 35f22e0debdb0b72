import { describe, expect, test } from 'vitest';
import { DEFAULT_CHANNELS } from '@/lib/notification/vocabulary';
import { type Choices, nextHour, planOf, quietUntil, type Waiting } from '@/lib/notification/vocabulary.plan';

/** Hours are the person's, whatever its clocks do. */

const at = (text: string) => Date.parse(text);
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
const NIGHT = { from: '22:00', to: '07:00' };

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-11-20T20:59:00Z', 'Europe/Berlin', null],
    ['in the evening', '2026-11-20T21:30:00Z', 'Europe/Berlin', '2026-11-21T06:00:00.000Z'],
    ['after midnight', '2026-11-20T23:30:00Z', 'Europe/Berlin', '2026-11-21T06:00:00.000Z'],
    ['when they end', '2026-11-21T06:00:00Z', 'Europe/Berlin', null],
    ['elsewhere', '2026-11-20T21:30:00Z', 'America/New_York', null],
    ['in a night that is an hour shorter', '2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
    ['where a zone has half hours', '2026-11-20T16:45:00Z', 'Asia/Kolkata', '2026-11-21T01:30:00.000Z'],
  ])('%s', (_when, moment, zone, until) => expect(iso(quietUntil(at(moment), NIGHT, zone))).toBe(until));

  test.each([
    ['when it jumps over their end', '02:30', '2026-03-08T06:45:00Z', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['when it jumps to just after', '02:00', '2026-03-08T06:45:00Z', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['the same in the east', '02:30', '2026-03-29T00:45:00Z', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['when it shows their end twice', '01:30', '2026-11-01T06:15:00Z', 'America/New_York', '2026-11-01T06:30:00.000Z'],
    ['the same in the east', '02:30', '2026-10-25T01:15:00Z', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ])('end after now where the clock is put: %s', (_when, to, moment, zone, until) =>
    expect(iso(quietUntil(at(moment), { from: '22:00', to }, zone))).toBe(until),
  );

  test('may lie within a day', () => {
    const noon = { from: '12:00', to: '13:30' };
    expect(iso(quietUntil(at('2026-11-20T12:10:00Z'), noon, 'UTC'))).toBe('2026-11-20T13:30:00.000Z');
    expect(quietUntil(at('2026-11-20T13:30:00Z'), noon, 'UTC')).toBeNull();
  });
});

test.each([
  ['2026-11-20T05:00:00Z', 'Europe/Berlin', '2026-11-20T07:00:00.000Z'],
  ['2026-11-20T07:00:00Z', 'Europe/Berlin', '2026-11-21T07:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['2026-11-20T23:30:00Z', 'Pacific/Auckland', '2026-11-21T19:00:00.000Z'],
])('after %s it is eight in %s at %s', (moment, zone, next) => expect(iso(nextHour(at(moment), 8, zone))).toBe(next));

const NOW = at('2026-11-20T12:00:00Z');
const CHOICES: Choices = { events: DEFAULT_CHANNELS, emails: true, digest: { hour: 8 }, quiet_hours: null };
const waiting = (given: Partial<Waiting>): Waiting => ({
  ...{ id: 'a', topic: 'mentioned', subject: 's', created_at: NOW - 60_000, seen: false, mailed: false, pushed: false },
  ...given,
});
const plan = (one: Partial<Waiting>, choices: Partial<Choices> = {}, zone = 'UTC') => {
  const { push, email, digest, next } = planOf(
    [waiting(one)],
    { ...CHOICES, ...choices },
    { now: NOW, zone, pushes: true },
  );
  return [push.length, email.length, digest.length, iso(next.get('a') ?? null)];
};

describe('of a notification', () => {
  test.each<[string, Partial<Waiting>, Partial<Choices>, unknown[]]>([
    ['a mention is pushed and sent at once', {}, {}, [1, 1, 0, null]],
    [
      'the email waits for somebody who may be there',
      { created_at: NOW - 5_000 },
      {},
      [1, 0, 0, '2026-11-20T12:00:25.000Z'],
    ],
    ['what was seen is neither', { seen: true }, {}, [0, 0, 0, null]],
    [
      'what is said in a room is pushed ten seconds later',
      { chat: { mailed_at: null }, created_at: NOW - 5_000 },
      {},
      [0, 0, 0, '2026-11-20T12:00:05.000Z'],
    ],
    [
      'and emailed an hour after the last email about it',
      { chat: { mailed_at: NOW - 600_000 }, pushed: true },
      {},
      [0, 0, 0, '2026-11-20T12:50:00.000Z'],
    ],
    ['what was sent is not sent again', { mailed: true, pushed: true }, {}, [0, 0, 0, null]],
    ['a comment stays in the inbox', { topic: 'commented' }, {}, [0, 0, 0, null]],
    [
      'an assignment waits for the digest',
      { topic: 'assigned', pushed: true },
      {},
      [0, 0, 0, '2026-11-21T08:00:00.000Z'],
    ],
    ['the digest has what is older', { topic: 'overdue', created_at: NOW - 86_400_000 }, {}, [0, 0, 1, null]],
    ['nothing is emailed once that was ended', { pushed: true }, { emails: false }, [0, 0, 0, null]],
    [
      'both wait until quiet hours end',
      {},
      { quiet_hours: { from: '11:00', to: '14:00' } },
      [0, 0, 0, '2026-11-20T14:00:00.000Z'],
    ],
  ])('%s', (_what, one, choices, expected) => expect(plan(one, choices)).toEqual(expected));
});
