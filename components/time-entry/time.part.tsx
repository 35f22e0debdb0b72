import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TaskScreen } from '@/components/task/detail/task-screen';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { LEADER, OTHER_USER } from '@/components/test/gallery/people';
import { TODAY, taskDetail } from '@/components/test/gallery/task';
import { serveTaskPage } from '@/components/test/gallery/task-page';
import { list, Refusal, server } from '@/components/test/server';
import { show, viewerOf } from '@/components/test/show';
import { undo } from '@/components/test/undo';
import { memberChannel } from '@/lib/realtime/events';
import type { TimeEntryRecord } from '@/lib/time-entry/schema';
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
  (total.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Nothing logged yet.')).toBeVisible();
  const time = panel.getByRole('textbox', { name: 'Time', exact: true });
  await time.fill('soon');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Write up to 24 hours, such as 1h 30m.')).toBeVisible();
  await expectAccessible(panel);
  await time.fill('1h 30m');
  await panel.getByRole('textbox', { name: /^Note/ }).fill('First draft');
  await userEvent.keyboard('{Enter}');
  await expect.element(lines).toHaveTextContent(/1 h 30 min.*First draft/);
  await expect.element(time).toHaveFocus();
  await expect.element(time).toHaveValue('');
  await expect.element(total).toHaveTextContent('1 h 30 min (30 min over)');
  await expectAccessible(panel);
  server.refuseNext('POST timeEntry', 403, 'forbidden', 'The project is archived.');
  await time.fill('5m');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('The project is archived.')).toBeVisible();
  await expect.element(time).toHaveValue('5m');

  await lines.getByRole('button', { name: 'Edit 1 h 30 min' }).click();
  await lines.getByRole('textbox', { name: 'Time', exact: true }).fill('45m');
  await userEvent.keyboard('{Enter}');
  await expect.element(lines).toHaveTextContent('45 min');
  await lines.getByRole('button', { name: 'Remove 45 min' }).click();
  await expect.element(panel.getByText('Nothing logged yet.')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(total).toHaveTextContent('Time spent: 45 min');
  expect(entries()).toMatchObject([{ minutes: 45, note: 'First draft' }]);
});

test('Ctrl+Z takes back each change of time in turn after the panel is gone, but not what somebody changed since', async () => {
  const { screen, total, panel, lines, entries, keep } = await showTime();
  await total.click();
  await panel.getByRole('textbox', { name: 'Time', exact: true }).fill('50m');
  await userEvent.keyboard('{Enter}');
  for (const [from, to] of [
    ['50 min', '45m'],
    ['45 min', '30m'],
  ] as const) {
    await lines.getByRole('button', { name: `Edit ${from}` }).click();
    await lines.getByRole('textbox', { name: 'Time', exact: true }).fill(to);
    await userEvent.keyboard('{Enter}');
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
  await lines.getByRole('textbox', { name: 'Time', exact: true }).fill('25m');
  await userEvent.keyboard('{Enter}');
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
