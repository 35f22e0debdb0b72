import { describe, expect, test } from 'vitest';
import { barCounts, completedWords, healthOf } from '@/components/project/health';
import { draftOf, editOf, NEW_DRAFT, newProjectOf } from '@/components/project/project-draft';
import { healthReason } from '@/lib/project/health';
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
    const full = { ...before, due_date: '2026-12-01' };
    const empty = { start_date: '', due_date: '', description: '' };
    expect(editOf(full, { ...draftOf(full), ...empty, name: 'Website relaunch' })).toEqual({
      ...{ project_id: 'p1', version: 4, name: 'Website relaunch' },
      ...{ start_date: null, due_date: null, description: '' },
    });
  });

  test('sends nothing but the version when nothing was changed', () =>
    expect(editOf(before, draftOf(before))).toEqual({ project_id: 'p1', version: 4 }));
});

test.each([
  ['at_risk', 4, 13, 3, 20, '3 of 13 open tasks are late'],
  ['at_risk', 4, 3, 1, 20, '1 of 3 open tasks is late'],
  ['at_risk', 4, 1, 1, 20, '1 of 1 open task is late'],
  ['at_risk', 4, 9, 1, 4, 'due in 4 days, 9 open'],
  ['at_risk', 4, 2, 0, 1, 'due tomorrow, 2 open'],
  ['at_risk', 4, 1, 0, 0, 'due today, 1 open'],
  ['at_risk', 4, null, null, 1, 'it may not be done in time'],
  ['on_track', 4, 13, 1, 20, '1 of 13 open tasks is late'],
  ['on_track', 4, 4, 0, null, 'nothing is late'],
  ['on_track', 4, null, null, 5, 'it goes as planned'],
  ['on_track', 0, null, null, 5, 'it goes as planned'],
  ['on_track', 0, 0, 0, null, 'no tasks yet'],
  ['on_track', 4, 0, 0, -20, 'all tasks completed'],
  ['late', 4, 3, 2, -1, 'due 1 day ago, 3 open'],
  ['late', 4, null, null, -5, 'due 5 days ago'],
  [null, 4, 3, 3, -20, null],
] as const)(
  'the reason for %s, %i seen, %s open, %s late, due in %s days: %s',
  (health, total, open, late, due_in, reason) =>
    expect(healthReason({ health, due_in, open_tasks: open, late_tasks: late }, total)).toBe(reason),
);

test('the word of a project that is not active is its status', () =>
  expect(healthOf({ health: null, status: 'on_hold' }).word).toBe('On hold'));

test('how a project stands is said in a word, what is done of it in numbers, to clients of what they see', () => {
  const words = (['on_track', 'at_risk', 'late'] as const).map((health) => healthOf({ health, status: 'active' }));
  expect(words).toEqual([
    { word: 'On track', tone: 'ok' },
    { word: 'At risk', tone: 'warn' },
    { word: 'Late', tone: 'danger' },
  ]);
  const counts = {
    pending: 1,
    in_process: 2,
    testing: 3,
    completed: 4,
    backlogs: 5,
    total: 15,
  } as ProjectDetail['counts'];
  expect([completedWords(counts, false), completedWords(counts, true)]).toEqual([
    '4 of 15 completed',
    '4 of 15 shared with you completed',
  ]);
  expect(barCounts(counts)).toEqual({ 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 });
});
