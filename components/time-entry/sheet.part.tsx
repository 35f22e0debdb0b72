import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { LEADER, USER } from '@/components/test/gallery/people';
import { taskDetail } from '@/components/test/gallery/task';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { undo } from '@/components/test/undo';
import type { TimeSheet as Sheet, TimeCell, TimeEntryRecord, TimeRow } from '@/lib/time-entry/schema';
import { TimeSheet } from './time-sheet';

const DAYS = [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`);
const row = (number: number, cells: TimeCell[], part: Partial<TimeRow> = {}): TimeRow => ({
  ...{ task_id: `t-${number}`, task_key: `WEB-${number}`, task_title: `Task ${number}`, binned: false },
  ...{ project_id: 'p-web', project_name: 'Website', member_id: LEADER._id, member: LEADER, locked: false, cells },
  minutes: cells.reduce((sum, { minutes }) => sum + minutes, 0),
  ...part,
});
const cell = (day: number, minutes: number, part: Partial<TimeCell> = {}): TimeCell => ({
  ...{ date: `2026-11-${day}`, minutes, entries: 1, running: false, entry: { _id: `e-${day}`, version: 1 } },
  ...part,
});
const sheetOf = (rows: TimeRow[], part: Partial<Sheet> = {}): Sheet => ({
  ...{ week: '2026-W48', from: '2026-11-23', to: '2026-11-29', time_zone: 'Europe/Berlin', today: '2026-11-25' },
  ...{ member: LEADER, project: null, lock: null, rows, cut: false, can: { log: true, lock: false } },
  days: DAYS.map((date, at) => ({
    ...{ date, working: at < 5 },
    minutes: rows.flatMap(({ cells }) => cells).reduce((sum, one) => sum + (one.date === date ? one.minutes : 0), 0),
  })),
  minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
  ...part,
});
const entry = (minutes: number, version: number): TimeEntryRecord => ({
  ...{ _id: 'e-24', task_id: 't-1', task_key: 'WEB-1', task_title: 'Task 1', project_id: 'p-web' },
  ...{ member_id: LEADER._id, member: LEADER, imported: null, note: '', minutes, version, day: '2026-11-24' },
  ...{ locked: false, started_at: '2026-11-23T23:00:00.000Z' },
  ended_at: new Date(Date.parse('2026-11-23T23:00:00.000Z') + minutes * 60_000).toISOString(),
  created_at: '2026-11-24T00:00:00.000Z',
});

/** A sheet whose server keeps one entry of WEB-1 on the 24th. */
async function showSheet(first = sheetOf([row(1, [cell(24, 60)]), row(2, [])]), options = {}) {
  let now = first;
  const keep = (minutes: number, version: number) => {
    const cells = minutes ? [cell(24, minutes, { entry: { _id: 'e-24', version } })] : [];
    now = sheetOf([row(1, cells), row(2, [])]);
    return entry(minutes, version);
  };
  server.on('GET timeSheet', () => now);
  server.on('POST timeEntry', ({ minutes, started_at = '', ended_at = '' }) =>
    keep(Number(minutes ?? (Date.parse(ended_at) - Date.parse(started_at)) / 60_000), 1),
  );
  server.on('PATCH timeEntry/{id}', ({ minutes, version }) => keep(Number(minutes), Number(version) + 1));
  server.on('DELETE timeEntry/{id}', () => {
    const gone = { ...entry(now.minutes, 1), imported: { source: 'jira' as const, name: 'Joe' } };
    keep(0, 1);
    return gone;
  });
  const screen = await show(<TimeSheet sheet={first} asked={{ member_id: LEADER._id, week: first.week }} />, {
    url: '/acme/task?view=sheet',
    ...options,
  });
  const field = (name: string) => screen.getByRole('textbox', { name });
  return { screen, field, set: (sheet: Sheet) => (now = sheet) };
}

test('a week is written by keyboard: arrows and Enter go through it, what is refused stays with its reason, Ctrl+Z takes it back', async () => {
  const { screen, field } = await showSheet();
  const tuesday = field('WEB-1, Tue 24 Nov');
  await expect.element(tuesday).toHaveValue('1:00');
  await expectAccessible();
  (tuesday.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(field('WEB-1, Wed 25 Nov')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}90m{Enter}');
  await expect.element(field('WEB-2, Tue 24 Nov')).toHaveFocus();
  await expect.element(tuesday).toHaveValue('1:30');
  expect(server.inputs('PATCH timeEntry/{id}')).toMatchObject([{ id: 'e-24', minutes: 90 }]);
  await expect.element(screen.getByRole('row', { name: /^All together/ })).toHaveTextContent('1:30');
  await userEvent.keyboard('{ArrowUp}soon{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Write up to 24 hours, such as 1:30.');
  await expect.element(tuesday).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tuesday).toHaveValue('1:30');
  server.refuseNext('DELETE timeEntry/{id}', 409, 'conflict', 'The week 2026-W48 is locked.');
  await tuesday.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The week 2026-W48 is locked.');
  await userEvent.keyboard('{Enter}');
  await expect.element(tuesday).toHaveValue('');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(field('WEB-2, Tue 24 Nov')).toHaveFocus();
  for (const shown of ['1:30', '1:00']) {
    await undo();
    await expect.element(tuesday).toHaveValue(shown);
  }
  expect(server.inputs('POST timeEntry').at(-1)?.note).toBe('imported from Jira, logged there by Joe');
});

test('days to come, days with several entries and tasks in the bin are not written in place', async () => {
  const several = sheetOf([
    row(1, [cell(24, 75, { entries: 2, entry: null })]),
    row(2, [cell(23, 30)], { binned: true }),
  ]);
  const { screen, field } = await showSheet(several);
  expect(field('WEB-1, Thu 26 Nov').query()).toBeNull();
  expect(field('WEB-2, Mon 23 Nov').query()).toBeNull();
  server.on('GET timeEntryList', () => list([entry(45, 1), { ...entry(30, 1), _id: 'e-2' }]));
  await screen.getByRole('button', { name: /^WEB-1, Tue 24 Nov/ }).click();
  const entries = screen.getByRole('dialog', { name: 'WEB-1, Tue 24 Nov' });
  await expect.element(entries.getByRole('button', { name: 'Edit 45 min' })).toBeVisible();
  await expectAccessible(entries);
});

test('a task is added, and its time of today is written next', async () => {
  const { screen, field } = await showSheet(sheetOf([]));
  await expect.element(screen.getByText('No time in this week')).toBeVisible();
  server.on('GET taskList', () => list([taskDetail(3, { title: 'Choose the paper' })]) as never);
  await screen.getByRole('button', { name: 'Week: Add a task' }).click();
  await screen.getByRole('option').click();
  const today = field('WEB-3, Wed 25 Nov');
  await expect.element(today).toHaveFocus();
  await userEvent.keyboard('0:45{Enter}');
  await expect
    .poll(() => server.inputs('POST timeEntry'))
    .toMatchObject([{ task_id: 't-3', day: '2026-11-25', minutes: 45 }]);
});

test('a leader locks a week and opens it again; others’ time is read, also as it changes', async () => {
  const theirs = { member: USER, can: { log: false, lock: true } };
  const rows = [row(1, [cell(24, 60)], { member_id: USER._id, member: USER })];
  const open = sheetOf(rows, theirs);
  const { screen, set } = await showSheet(open);
  server.on('POST lockWeek', ({ locked }) => {
    const lock = { locked_at: '2026-11-25T10:00:00.000Z', locked_by: LEADER };
    set(sheetOf(rows, { ...theirs, lock: locked ? lock : null }));
    return { member_id: USER._id, week: '2026-W48', from: '', to: '', locked, lock: locked ? lock : null };
  });
  expect(screen.getByRole('table').getByRole('textbox').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Lock week' }).click();
  await expect.element(screen.getByText(/^Locked .* by/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('button', { name: 'Lock week' })).toBeVisible();
  set(sheetOf([row(1, [cell(24, 95)], { member_id: USER._id, member: USER })], theirs));
  live.say('private-project-p-web', 'time.changed', { id: 'e-1', task_id: 't-1' });
  await expect.element(screen.getByRole('row', { name: /^WEB-1/ })).toHaveTextContent('1:35');
});

test('on a phone a day is chosen and written; without a connection what was written stays', async () => {
  const { screen, field } = await showSheet(undefined, { width: 390, height: 844 });
  await expect.element(field('WEB-1, Wed 25 Nov')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole('button', { name: /^Tue/ }).click();
  const tuesday = field('WEB-1, Tue 24 Nov');
  await expect.element(tuesday).toBeVisible();
  await expectAccessible();
  server.setOnline(false);
  await tuesday.fill('2');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(tuesday).toHaveValue('2');
  server.setOnline(true);
  await tuesday.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('row', { name: /^All together/ })).toHaveTextContent('2:00');
});
