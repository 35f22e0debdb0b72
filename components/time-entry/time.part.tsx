import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TaskScreen } from '@/components/task/detail/task-screen';
import { LEADER, OTHER_USER, PROJECT, TODAY, taskDetail, USER } from '@/components/test/gallery/records';
import { serveTaskPage } from '@/components/test/gallery/task-page';
import { enter, expectAccessible, live, pressOn, show, undo, viewerOf } from '@/components/test/part';
import { list, Refusal, server } from '@/components/test/server';
import { memberChannel } from '@/lib/realtime/events';
import type { TimeSheet as Sheet, TimeCell, TimeEntryRecord, TimeRow } from '@/lib/time-entry/schema';
import { ReportDownload } from './report-download';
import { TimeSheet } from './time-sheet';
import { TimerSlot } from './timer-slot';

const STARTED = '2026-11-24T08:00:00.000Z';
const logged = (number: number, minutes: number | null, part: Partial<TimeEntryRecord> = {}): TimeEntryRecord => ({
  ...{ _id: `e-${number}`, task_id: 't-1', task_key: 'WEB-1', task_title: 'Task 1', project_id: 'p-web' },
  ...{
    member_id: LEADER._id,
    member: LEADER,
    imported: null,
    note: '',
    started_at: STARTED,
    minutes,
    day: '2026-11-24',
    locked: false,
    version: 1,
    created_at: STARTED,
  },
  ended_at: minutes === null ? null : new Date(Date.parse(STARTED) + minutes * 60_000).toISOString(),
  ...part,
});

/** The page of a task with an estimate below a bar with the timer; the server keeps the time. */
async function showTime(first: TimeEntryRecord[] = []) {
  const store = serveTaskPage([taskDetail(1, { estimate_minutes: 60 })]);
  let entries = first;
  let made = first.length;
  const keep = (next: TimeEntryRecord[]) => {
    entries = next;
    const running = entries.find(({ minutes, member_id }) => minutes === null && member_id === LEADER._id);
    const spent_minutes = entries.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
    store.write('t-1', { time: { spent_minutes, started_at: running?.started_at ?? null } }, true);
  };
  keep(first);
  const at = (id: string) => {
    const entry = entries.find(({ _id }) => _id === id);
    if (!entry) throw new Refusal(404, 'not_found', 'The entry was not found.');
    return entry;
  };
  const running = () => entries.find(({ minutes }) => minutes === null) ?? null;
  server.on('GET timeEntryList', () => list(entries));
  server.on('POST timeEntry', ({ minutes, ended_at, started_at, note = '' }) => {
    const span = Number(minutes ?? (Date.parse(ended_at ?? '') - Date.parse(started_at ?? '')) / 60_000);
    const entry = logged(++made, span, { note });
    keep([entry, ...entries]);
    return entry;
  });
  server.on('PATCH timeEntry/{id}', ({ id, version, ...fields }) => {
    const before = at(id);
    if (Number(version) !== before.version)
      throw new Refusal(409, 'conflict', 'Somebody else changed it in the meantime.', { current: before });
    const { minutes = before.minutes, note = before.note } = fields;
    const { ended_at } = logged(0, minutes === null ? null : Number(minutes));
    const after = {
      ...{ ...before, note, ended_at, version: before.version + 1 },
      minutes: minutes === null ? null : Number(minutes),
    };
    keep(entries.map((one) => (one._id === id ? after : one)));
    return after;
  });
  server.on('DELETE timeEntry/{id}', ({ id }) => {
    const gone = at(id);
    keep(entries.filter((one) => one !== gone));
    return gone;
  });
  server.on('GET timer', () => ({ running: running(), stopped: null }));
  const stop = () => {
    const was = running();
    const stopped = was && { ...was, minutes: 45, ended_at: STARTED };
    if (stopped) keep(entries.map((one) => (one === was ? stopped : one)));
    return stopped;
  };
  server.on('POST timer', () => {
    const stopped = stop();
    const entry = logged(++made, null, { started_at: new Date().toISOString() });
    keep([entry, ...entries]);
    return { running: entry, stopped };
  });
  server.on('DELETE timer', () => ({ stopped: stop(), running: null }));
  const screen = await show(
    <>
      <section aria-label="Bar">
        <TimerSlot />
      </section>
      <TaskScreen viewer={viewerOf()} task={store.stored} loadedAt={Date.now()} today={TODAY} />
    </>,
    { url: '/acme/taskpage?task=WEB-1' },
  );
  const total = screen.getByRole('button', { name: /^Time spent/ });
  const panel = screen.getByRole('dialog', { name: 'Time spent' });
  const lines = panel.getByRole('list', { name: 'Logged time' }).getByRole('listitem');
  return { screen, store, total, panel, lines, entries: () => entries, keep };
}

test('time is logged by hand, changed and removed by keyboard; what cannot be read is said', async () => {
  const { screen, total, panel, lines, entries } = await showTime();
  await expect.element(total).toHaveTextContent('Time spent: None');
  await pressOn(total, '{Enter}');
  await expect.element(panel.getByText('Nothing logged yet.')).toBeVisible();
  const time = panel.getByRole('textbox', { name: 'Time', exact: true });
  for (const wrong of ['25h', 'soon', '0']) {
    await enter(time, wrong);
    await expect.element(panel.getByText('Write up to 24 hours, such as 1h 30m.')).toBeVisible();
  }
  expect(server.calls).not.toContain('POST timeEntry');
  await expectAccessible(panel);
  await time.fill('1h 30m');
  await enter(panel.getByRole('textbox', { name: /^Note/ }), 'First draft');
  await expect.element(lines).toHaveTextContent(/1 h 30 min.*First draft/);
  await expect.element(time).toHaveFocus();
  await expect.element(time).toHaveValue('');
  await expect.element(total).toHaveTextContent('1 h 30 min (30 min over)');
  await expectAccessible(panel);
  server.refuseNext('POST timeEntry', 403, 'forbidden', 'The project is archived.');
  await enter(time, '5m');
  await expect.element(panel.getByText('The project is archived.')).toBeVisible();
  await expect.element(time).toHaveValue('5m');

  await lines.getByRole('button', { name: 'Edit 1 h 30 min' }).click();
  await enter(lines.getByRole('textbox', { name: 'Time', exact: true }), '45m');
  await expect.element(lines).toHaveTextContent('45 min');
  await lines.getByRole('button', { name: 'Remove 45 min' }).click();
  await expect.element(panel.getByText('Nothing logged yet.')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(total).toHaveTextContent('Time spent: 45 min');
  expect(entries()).toMatchObject([{ minutes: 45, note: 'First draft' }]);
});

test('time is logged on the day that is chosen, the next again on today; a note alone leaves the length', async () => {
  const { total, panel, lines } = await showTime([logged(1, 20, { note: 'Draft' })]);
  await total.click();
  await lines.getByRole('button', { name: 'Edit 20 min' }).click();
  await enter(lines.getByRole('textbox', { name: /^Note/ }), 'Second draft');
  await expect.element(lines).toHaveTextContent('Second draft');
  expect(server.inputs('PATCH timeEntry/{id}')).toEqual([{ id: 'e-1', version: 1, note: 'Second draft' }]);
  const time = panel.getByRole('textbox', { name: 'Time', exact: true });
  await panel.getByRole('textbox', { name: 'Day' }).fill('02/01/2026');
  for (const minutes of [45, 30]) {
    await enter(time, `${minutes}m`);
    await expect.element(panel.getByRole('button', { name: `Edit ${minutes} min` })).toBeVisible();
  }
  const [first, second] = server.inputs('POST timeEntry');
  expect(first).toMatchObject({ task_id: 't-1', minutes: 45, day: '2026-01-02' });
  expect(second).not.toHaveProperty('day');
});

test('Ctrl+Z takes back each change of time in turn after the panel is gone, but not what somebody changed since', async () => {
  const { screen, total, panel, lines, entries, keep } = await showTime();
  await total.click();
  await enter(panel.getByRole('textbox', { name: 'Time', exact: true }), '50m');
  for (const [from, to] of [
    ['50 min', '45m'],
    ['45 min', '30m'],
  ] as const) {
    await lines.getByRole('button', { name: `Edit ${from}` }).click();
    await enter(lines.getByRole('textbox', { name: 'Time', exact: true }), to);
    await expect.element(lines).toHaveTextContent(to.replace('m', ' min'));
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(total).toHaveFocus();
  for (const shown of ['45 min', '50 min', 'None']) {
    await undo();
    await expect.element(total).toHaveTextContent(`Time spent: ${shown}`);
  }
  keep([logged(9, 20)]);
  live.say('private-project-p-web', 'time.changed', { id: 'e-9', task_id: 't-1' });
  await expect.element(total).toHaveTextContent('20 min');
  await total.click();
  await lines.getByRole('button', { name: 'Edit 20 min' }).click();
  await enter(lines.getByRole('textbox', { name: 'Time', exact: true }), '25m');
  await expect.element(lines).toHaveTextContent('25 min');
  keep([logged(9, 40, { version: 7 })]);
  await userEvent.keyboard('{Escape}');
  await undo();
  await expect
    .element(screen.getByText(/The change of the time was not undone\. Somebody else changed it/))
    .toBeVisible();
  expect(entries()).toMatchObject([{ minutes: 40 }]);
});

test('time of others is shown and is not one’s own to change', async () => {
  const { total, lines, panel } = await showTime([
    logged(1, 20, {
      ...{ member_id: OTHER_USER._id, member: OTHER_USER },
      imported: { source: 'jira', name: 'Joe' },
    }),
  ]);
  await total.click();
  await expect.element(lines).toHaveTextContent(`20 min${OTHER_USER.name}`);
  await expect.element(lines).toHaveTextContent('imported from Jira, logged there by Joe');
  expect(panel.getByRole('button', { name: /^(Edit|Remove)/ }).query()).toBeNull();
});

test('a timer shows in the bar although nothing is heard, and T pressed twice does not begin it anew', async () => {
  const { screen } = await showTime();
  const bar = screen.getByRole('region', { name: 'Bar' }).getByRole('link', { name: 'Timer: WEB-1' });
  const own = screen.getByRole('main').getByRole('button', { name: /^(Start|Stop) timer, / });
  const idle = screen.getByRole('button', { name: 'Start timer' });
  await expect.element(idle).toBeVisible();
  const reading = server.hold('GET task/{id}');
  await userEvent.keyboard('t');
  await expect.element(bar).toBeVisible();
  await userEvent.keyboard('t');
  reading.release();
  await expect.element(own).toHaveAccessibleName(/^Stop timer, running for/);
  expect(server.inputs('POST timer')).toHaveLength(1);
  await expectAccessible();
  await userEvent.keyboard('t');
  await expect.element(idle).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(screen.getByText('Logged 45 min on WEB-1.')).toBeVisible();
  server.refuseNext('POST timer', 403, 'forbidden', 'The project is archived.');
  await userEvent.keyboard('t');
  await expect.element(screen.getByText('The timer was not changed. The project is archived.')).toBeVisible();
});

test('a timer that was begun on another device shows in the bar, and is stopped there', async () => {
  const { screen, keep } = await showTime();
  keep([logged(1, null, { started_at: new Date(Date.now() - 30 * 60_000).toISOString() })]);
  live.say(memberChannel(LEADER._id), 'time.changed', { id: 'e-1', task_id: 't-1' });
  await expect.element(screen.getByRole('region', { name: 'Bar' })).toHaveTextContent('WEB-130 min');
  await screen.getByRole('region', { name: 'Bar' }).getByRole('button', { name: 'Stop timer' }).click();
  await expect.element(screen.getByRole('region', { name: 'Bar' })).not.toHaveTextContent('WEB-1');
});

test('a timer goes by the server’s clock, where the computer’s is minutes off', async () => {
  const ahead = 7 * 60_000;
  const running = logged(1, null, { started_at: new Date(Date.now() + ahead - 20 * 60_000).toISOString() });
  server.onAny('GET timer', () => {
    const headers = { date: new Date(Date.now() + ahead).toUTCString() };
    return Response.json({ status: 200, message: 'Done.', data: { running, stopped: null } }, { headers });
  });
  const screen = await show(<TimerSlot />, { shell: { timer: running } });
  await expect.element(screen.getByRole('link', { name: 'Timer: WEB-1' })).toHaveTextContent('20 min');
});

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
  await pressOn(tuesday, '{ArrowRight}');
  await expect.element(field('WEB-1, Wed 25 Nov')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}90m{Enter}');
  await expect.element(field('WEB-2, Tue 24 Nov')).toHaveFocus();
  await expect.element(tuesday).toHaveValue('1:30');
  expect(server.inputs('PATCH timeEntry/{id}')).toMatchObject([{ id: 'e-24', minutes: 90 }]);
  await expect.element(screen.getByRole('row', { name: /^All together/ })).toHaveTextContent('1:30');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(tuesday).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('WEB-2, Tue 24 Nov')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}soon{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Write up to 24 hours, such as 1:30.');
  await expect.element(tuesday).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tuesday).toHaveValue('1:30');
  await enter(tuesday, '25h');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Write up to 24 hours, such as 1:30.');
  server.refuseNext('DELETE timeEntry/{id}', 409, 'conflict', 'The week 2026-W48 is locked.');
  await enter(tuesday, '');
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
  server.on('GET timeEntryList', () => list([entry(45, 1), { ...entry(30, 1), _id: 'e-2', locked: true }]));
  await screen.getByRole('button', { name: /^WEB-1, Tue 24 Nov/ }).click();
  const entries = screen.getByRole('dialog', { name: 'WEB-1, Tue 24 Nov' });
  await expect.element(entries.getByRole('button', { name: 'Edit 45 min' })).toBeVisible();
  await expect.element(entries).toHaveTextContent('in a locked week');
  expect(entries.getByRole('button', { name: /30 min$/ }).elements()).toEqual([]);
  await expectAccessible(entries);
});

test('a locked week is only read, and its owner is told so', async () => {
  const lock = { locked_at: '2026-11-25T10:00:00.000Z', locked_by: USER };
  const { screen } = await showSheet(sheetOf([row(1, [cell(24, 60)], { locked: true })], { lock }));
  await expect.element(screen.getByText(/Your time of this week cannot be changed/)).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^WEB-1/ })).toHaveTextContent('1:00');
  expect(screen.getByRole('table').getByRole('textbox').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: /week$/ }).elements()).toEqual([]);
});

test('the file of a report has the lines of all its pages, in minutes and in hours', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  onTestFinished(() => saved.mockRestore());
  const line = (member: typeof LEADER, minutes: number) => ({
    ...{ member_id: member._id, member, project: PROJECT, minutes, imported_minutes: 0, entries: 1 },
  });
  server.onAny('GET timeReport', ({ page }) =>
    page === '1' ? { ...list([line(LEADER, 90)]), hasNextPage: true } : list([line(USER, 60)]),
  );
  const screen = await show(<ReportDownload asked={{ by: 'both' }} name="time.csv" />);
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  const text = await new Response(saved.mock.calls[0]?.[0] as Blob).text();
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    `${LEADER.name},${PROJECT.name},${PROJECT.key},90,1.5,0,1`,
    `${USER.name},${PROJECT.name},${PROJECT.key},60,1,0,1`,
  ]);
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

test('what is logged elsewhere leaves what is being written in a cell', async () => {
  const { screen, field, set } = await showSheet();
  const tuesday = field('WEB-1, Tue 24 Nov');
  await tuesday.fill('2');
  set(sheetOf([row(1, [cell(24, 95)]), row(2, [])]));
  live.say('private-project-p-web', 'time.changed', { id: 'e-24', task_id: 't-1' });
  await expect.element(screen.getByRole('row', { name: /^All together/ })).toHaveTextContent('1:35');
  await expect.element(tuesday).toHaveValue('2');
  await userEvent.keyboard('{Escape}');
  await expect.element(tuesday).toHaveValue('1:35');
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
  set(sheetOf(rows, { ...theirs, lock: { locked_at: '2026-11-25T11:00:00.000Z', locked_by: LEADER } }));
  live.say('private-org-o-acme', 'week.locked', { id: USER._id });
  await expect.element(screen.getByText(/^Locked .* by/)).toBeVisible();
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
  await enter(tuesday, '2');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(tuesday).toHaveValue('2');
  server.setOnline(true);
  await tuesday.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('row', { name: /^All together/ })).toHaveTextContent('2:00');
});
