import { describe, expect, test } from 'vitest';
import { healthOf } from './health';

const counts = { pending: 2, in_process: 1, testing: 0, completed: 3, backlogs: 0, total: 6, overdue: 0, due_today: 0 };
const TODAY = '2026-11-21';

describe('the health of a project', () => {
  test('is on track while nothing is late', () => {
    expect(healthOf({ status: 'active', due_date: '2026-11-21', counts }, TODAY)).toEqual({
      word: 'On track',
      reason: null,
      tone: 'ok',
    });
  });

  test('is at risk with overdue tasks, and says how many', () => {
    expect(healthOf({ status: 'active', due_date: null, counts: { ...counts, overdue: 1 } }, TODAY)).toMatchObject({
      word: 'At risk',
      reason: '1 task overdue',
    });
  });

  test('is late after its due date while work is open', () => {
    expect(healthOf({ status: 'active', due_date: '2026-11-20', counts }, TODAY)).toMatchObject({
      word: 'Late',
      reason: 'due 1 day ago, 3 tasks open',
    });
  });

  test('is not late when everything is done', () => {
    const done = { ...counts, completed: 6, pending: 0, in_process: 0 };
    expect(healthOf({ status: 'active', due_date: '2026-11-01', counts: done }, TODAY).word).toBe('On track');
  });

  test('is the status for a project that is not active', () => {
    expect(healthOf({ status: 'on_hold', due_date: '2026-01-01', counts }, TODAY)).toMatchObject({ word: 'On hold' });
  });
});
