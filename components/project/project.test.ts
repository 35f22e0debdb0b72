import { describe, expect, test } from 'vitest';
import { healthOf } from '@/components/project/health';
import { draftOf, editOf, NEW_DRAFT, newProjectOf } from '@/components/project/project-draft';
import type { ProjectDetail } from '@/lib/project/schema';

const before = {
  _id: 'p1',
  key: 'WEB',
  name: 'Website',
  description: 'Text',
  type: 'web_application',
  category: null,
  leader: { _id: 'm1', name: 'Maya', pic: null },
  start_date: '2026-11-01',
  due_date: null,
  version: 4,
} as ProjectDetail;

describe('the project form', () => {
  test('sends a new project without the fields that were left empty', () =>
    expect(newProjectOf({ ...NEW_DRAFT, name: 'Shop', member_ids: ['m1'] })).toEqual({
      name: 'Shop',
      type: 'web_application',
      member_ids: ['m1'],
    }));

  test('sends the name even when it is empty, so that the server says what is missing', () =>
    expect(newProjectOf(NEW_DRAFT)).toHaveProperty('name', ''));

  test('sends only what was changed, and clears what was emptied', () => {
    const draft = { ...draftOf(before), name: 'Website relaunch', start_date: '', description: '' };
    expect(editOf(before, draft)).toEqual({
      project_id: 'p1',
      version: 4,
      name: 'Website relaunch',
      start_date: null,
      description: '',
    });
  });

  test('sends nothing but the version when nothing was changed', () =>
    expect(editOf(before, draftOf(before))).toEqual({ project_id: 'p1', version: 4 }));
});

const TODAY = '2026-11-21';
const counts = { pending: 0, in_process: 0, testing: 0, completed: 3, backlogs: 0, total: 0, overdue: 0, due_today: 0 };
/** A project with so many open tasks, so many of them late, due in so many days. */
const project = (open: number, overdue: number, due: number | null = null) => ({
  status: 'active' as const,
  due_date: due === null ? null : new Date(Date.parse(TODAY) + due * 86_400_000).toISOString().slice(0, 10),
  counts: { ...counts, pending: open, total: open + 3, overdue },
});

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
])(
  'the health of a project with %i open tasks, %i of them late, due in %s days: %s, %s',
  (open, late, due, word, reason) => expect(healthOf(project(open, late, due), TODAY)).toMatchObject({ word, reason }),
);

test('the health of a project has a reason for a project without tasks', () =>
  expect(healthOf({ status: 'active', due_date: null, counts: { ...counts, completed: 0 } }, TODAY).reason).toBe(
    'no tasks yet',
  ));

test('the health of a project is the status for a project that is not active', () =>
  expect(healthOf({ ...project(3, 3, -20), status: 'on_hold' }, TODAY)).toMatchObject({
    word: 'On hold',
    reason: null,
  }));
