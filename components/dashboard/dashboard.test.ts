import { expect, test } from 'vitest';
import { withoutTask } from '@/components/dashboard/my-day-cache';
import { shownHome } from '@/components/dashboard/shown-home';
import type { ClientHome } from '@/lib/client-home/schema';
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
  const late = withoutTask(dashboard, 'late');
  expect(late.my_day).toMatchObject({ overdue: [], today: [{ _id: 'now' }], soon: [{ _id: 'later' }] });
  expect(late.counts).toMatchObject({ pending: 2, in_process: 0, completed: 4, overdue: 0, due_today: 1 });
  const later = withoutTask(dashboard, 'later');
  expect(later.my_day.soon).toEqual([]);
  expect(later.counts).toMatchObject({ pending: 1, completed: 4, overdue: 1, due_today: 1 });
  expect(dashboard.counts.completed).toBe(3);
  expect(withoutTask(dashboard, 'elsewhere')).toBe(dashboard);
});

test('a client’s home is handed what it draws, and nothing else', () => {
  const row = {
    ...{ _id: 't', key: 'WEB-1', title: 'One', status: 2, project_id: 'p', priority: 'high', parent: null },
    ...{ due_date: '2026-11-24', project: { _id: 'p', key: 'WEB', name: 'Website' }, assignees: [{ _id: 'm' }] },
  };
  const drawn = {
    ...{ _id: 't', key: 'WEB-1', title: 'One', status: 2, project_id: 'p', priority: 'high', parent: null },
    ...{ due_date: '2026-11-24', project: { name: 'Website' } },
  };
  const request = { _id: 'r', title: 'Ask', state: 'new', state_label: 'New' };
  const project = { _id: 'p', key: 'WEB', name: 'Website' };
  const person = { _id: 'm', name: 'Mara', pic: null };
  const home = {
    ...{ going_on: [row], delivered: [row], files: [], takes_requests: true, failed: ['files'] },
    requests: [{ ...request, text: 'Long', project }],
    contacts: [{ person, leads: true, projects: [project] }],
  } as unknown as ClientHome;
  expect(shownHome(home)).toEqual({
    ...{ going_on: [drawn], delivered: [drawn], files: [], takes_requests: true, failed: ['files'] },
    requests: [{ ...request, project: { key: 'WEB' } }],
    contacts: [{ person, leads: true, projects: [{ name: 'Website' }] }],
  });
});
