import { expect, test } from 'vitest';
import { expectAccessible } from '@/components/test/axe';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { LimitNote } from '@/components/ui/form/limit-note';
import type { MeetingLine } from '@/lib/meeting/schema';
import { AnswerForm } from './answer-form';
import { CalendarAddress } from './calendar-address';
import { TodaysMeetings } from './todays-meetings';

const MEETING: MeetingLine = {
  ...{ _id: 'm-1', series_id: 'm-1', occurrence: '2026-12-01T08:00:00.000Z', title: 'Weekly review' },
  ...{ starts_at: '2026-12-01T08:00:00.000Z', ends_at: '2026-12-01T09:00:00.000Z', time_zone: 'Europe/Berlin' },
  ...{ all_day: false, rrule: 'FREQ=WEEKLY', place: 'Room 2', url: 'https://meet.example/x', project_id: null },
  ...{ audience: 'internal', organiser: null, my_answer: null, status: 'confirmed', reason: '', moved: false },
  ...{ version: 3, attendees: [] },
};

test('the address of a calendar is made, made anew and revoked; what fails says so', async () => {
  server.on('POST calendarFeed', () => ({ url: 'https://guildhall.test/api/calendar/secret' }));
  server.refuse('DELETE calendarFeed', 503, 'unavailable', 'The database is busy.');
  const screen = await show(<CalendarAddress initial={null} projectId="p-web" />);
  await expectAccessible(screen.container);
  await screen.getByRole('button', { name: 'Make an address' }).click();
  await expect.element(screen.getByText('https://guildhall.test/api/calendar/secret')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /the address/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Follow in your calendar' }).element().getAttribute('href')).toMatch(
    /^webcal:/,
  );
  await screen.getByRole('button', { name: 'Revoke' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Revoke the address' });
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(dialog.getByText(/The database is busy/)).toBeVisible();
  await expectAccessible(dialog);
  server.on('DELETE calendarFeed', () => ({ url: null }));
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect(server.inputs('DELETE calendarFeed').at(-1)).toEqual({ project_id: 'p-web' });
});

test('an answer by link: what is asked, what was saved, what is wrong, and a meeting that is cancelled', async () => {
  const form = {
    action: '/api/answer/x',
    lines: ['Tuesday'],
    cancelled: null,
    series: false,
    saved: null,
    chosen: null,
  };
  const none = { answered: null, note: '', problem: null };
  const screen = await show(<AnswerForm {...form} {...none} series chosen="maybe" problem="Shorten it." />);
  await expect.element(screen.getByRole('radio', { name: 'Maybe' })).toBeChecked();
  await expect.element(screen.getByRole('group', { name: /all meetings of the series/ })).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Shorten it.');
  await expectAccessible(screen.container);
  await screen.unmount();
  const saved = await show(<AnswerForm {...form} {...none} saved="no" chosen="no" answered="no" />);
  await expect.element(saved.getByRole('status')).toHaveTextContent('Your answer is saved: No.');
  await expectAccessible(saved.container);
  await saved.unmount();
  const gone = await show(<AnswerForm {...form} {...none} cancelled="Fair" />);
  await expect.element(gone.getByText('This meeting is cancelled: Fair')).toBeVisible();
  expect(gone.getByRole('button').query()).toBeNull();
});

test('a note that is too long is not sent: how much too long is said, and nothing of it is lost', async () => {
  const form = { action: '/api/answer/x', lines: [], cancelled: null, series: false, saved: null, problem: null };
  const screen = await show(
    <>
      <LimitNote />
      <AnswerForm {...form} chosen="yes" answered={null} note="" />
    </>,
  );
  const sent: Event[] = [];
  window.addEventListener('submit', (event) => sent.push(event), { once: true });
  const note = screen.getByRole('textbox', { name: /Note for the others/ });
  await note.fill('x'.repeat(503));
  await screen.getByRole('button', { name: 'Send the answer' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This is 3 characters too long: 500 fit.');
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue('x'.repeat(503));
  expect(sent.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true]);
  await expectAccessible(screen.container);
});

test("today's meetings can be joined; without any the next one stands there", async () => {
  const all = { pageHref: '/acme/meeting' };
  const screen = await show(<TodaysMeetings {...all} lines={[MEETING]} next={null} />);
  await expect.element(screen.getByRole('link', { name: 'Join Weekly review' })).toHaveAttribute('href', MEETING.url);
  await expect
    .element(screen.getByRole('link', { name: 'Weekly review', exact: true }))
    .toHaveAttribute('href', `/acme/meeting?meeting=m-1&occurrence=${encodeURIComponent(MEETING.occurrence)}`);
  await expectAccessible(screen.container);
  await screen.unmount();
  const next = await show(<TodaysMeetings {...all} lines={[]} next={MEETING} />);
  await expect.element(next.getByText('None today. The next one:')).toBeVisible();
  await expectAccessible(next.container);
});
