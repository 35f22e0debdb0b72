import { expect, test } from 'vitest';
import { withoutTask } from '@/components/dashboard/my-day-cache';
import type { Dashboard, DashboardTask } from '@/lib/dashboard/schema';

const counts = { pending: 2, in_process: 1, testing: 0, completed: 3, backlogs: 0, total: 6, overdue: 1, due_today: 1 };
const task = (_id: string, status: number) => ({ _id, status }) as DashboardTask;
const dashboard = {
  counts,
  mine: counts,
  my_day: { overdue: [task('late', 2)], today: [task('now', 1)], soon: [task('later', 1)] },
  waiting: [],
  projects: [],
  alone: false,
  activity: [],
  ...{ workload: null, organisation: null, meetings: [], failed: [] },
} as Dashboard;

test('ticking a task off takes it from the day and counts it as completed', () => {
  const after = withoutTask(dashboard, 'now');
  expect(after.my_day.today).toEqual([]);
  expect(after.counts).toMatchObject({ pending: 1, completed: 4, overdue: 1, due_today: 0, total: 6 });
});
