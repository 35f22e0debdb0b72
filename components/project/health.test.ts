import { describe, expect, test } from 'vitest';
import { healthOf } from './health';

const TODAY = '2026-11-21';
const counts = { pending: 0, in_process: 0, testing: 0, completed: 3, backlogs: 0, total: 0, overdue: 0, due_today: 0 };
/** A project with so many open tasks, so many of them late, due in so many days. */
const project = (open: number, overdue: number, due: number | null = null) => ({
  status: 'active' as const,
  due_date: due === null ? null : new Date(Date.parse(TODAY) + due * 86_400_000).toISOString().slice(0, 10),
  counts: { ...counts, pending: open, total: open + 3, overdue },
});

describe('the health of a project', () => {
  test.each([
    // One late task among many is a task to look at, not a project to worry about.
    [13, 1, null, 'On track', '1 of 13 open tasks is late'],
    [13, 2, null, 'On track', '2 of 13 open tasks are late'],
    [13, 3, null, 'At risk', '3 of 13 open tasks are late'],
    [3, 1, null, 'At risk', '1 of 3 open tasks is late'],
    [1, 1, null, 'At risk', '1 of 1 open task is late'],
    [4, 0, null, 'On track', 'none of 4 open tasks are late'],
    [9, 0, 4, 'At risk', 'due in 4 days, 9 open'],
    [4, 0, 4, 'On track', 'none of 4 open tasks are late'],
    [2, 0, 1, 'At risk', 'due tomorrow, 2 open'],
    [1, 0, 0, 'At risk', 'due today, 1 open'],
    [40, 0, 8, 'On track', 'none of 40 open tasks are late'],
    [3, 0, -1, 'Late', 'due 1 day ago, 3 open'],
    [3, 2, -5, 'Late', 'due 5 days ago, 3 open'],
    [0, 0, -20, 'On track', 'all tasks completed'],
  ])('with %i open tasks, %i of them late, due in %s days: %s, %s', (open, late, due, word, reason) => {
    expect(healthOf(project(open, late, due), TODAY)).toMatchObject({ word, reason });
  });

  test('has a reason for a project without tasks', () => {
    expect(healthOf({ status: 'active', due_date: null, counts: { ...counts, completed: 0 } }, TODAY).reason).toBe(
      'no tasks yet',
    );
  });

  test('is the status for a project that is not active', () => {
    expect(healthOf({ ...project(3, 3, -20), status: 'on_hold' }, TODAY)).toMatchObject({
      word: 'On hold',
      reason: null,
    });
  });
});
