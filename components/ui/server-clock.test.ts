import { expect, onTestFinished, test, vi } from 'vitest';
import { hearClock, onClockSet, serverNow } from './server-clock';

test('the time is the server’s once an answer tells another one by more than answers are inexact', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T09:00:00Z') });
  const now = Date.now();
  const hear = (ahead: number, took = 0) =>
    hearClock(new Response(null, { headers: { date: new Date(now + ahead).toUTCString() } }), now - took);
  const heard = vi.fn();
  const leave = onClockSet(heard);
  onTestFinished(() => {
    leave();
    // The computer's again, to the millisecond.
    hear(0, -1_000);
    vi.useRealTimers();
  });
  hear(1_000);
  hearClock(new Response(), now);
  // Somewhere between question and answer.
  hear(5_000, 9_000);
  expect([serverNow() - now, heard.mock.calls.length]).toEqual([0, 0]);
  hear(600_000);
  expect([serverNow() - now, heard.mock.calls.length]).toEqual([600_500, 1]);
  hear(601_000);
  expect([serverNow() - now, heard.mock.calls.length]).toEqual([600_500, 1]);
});
