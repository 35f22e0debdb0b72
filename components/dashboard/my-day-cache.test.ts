import { describe, expect, test } from 'vitest';
import type { Dashboard, DashboardTask } from '@/lib/dashboard/schema';
import { withoutTask } from './my-day-cache';

const counts = { pending: 2, in_process: 1, testing: 0, completed: 3, backlogs: 0, total: 6, overdue: 1, due_today: 1 };
const task = (_id: string, status: number) => ({ _id, status }) as DashboardTask;
const dashboard = {
  counts,
  mine: counts,
  my_day: { overdue: [task('late', 2)], today: [task('now', 1)], soon: [task('later', 1)] },
  waiting: [],
  projects: [],
  activity: [],
} as Dashboard;

describe('ticking a task off', () => {
  test('takes it from the day and counts it as completed', () => {
    const after = withoutTask(dashboard, 'now');
    expect(after.my_day.today).toEqual([]);
    expect(after.counts).toMatchObject({ pending: 1, completed: 4, overdue: 1, due_today: 0, total: 6 });
  });

  test('takes one that was late from the late ones', () => {
    expect(withoutTask(dashboard, 'late').counts).toMatchObject({ in_process: 0, overdue: 0, due_today: 1 });
  });

  test('changes nothing for a task that is not there', () => {
    expect(withoutTask(dashboard, 'other')).toBe(dashboard);
  });
});
