import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PEOPLE, type Seat } from '@/components/test/gallery/people';
import {
  dismiss,
  expectAccessible,
  finish,
  message,
  middleOf,
  navigation,
  press,
  pressOn,
  pull,
  Refusal,
  server,
} from '@/components/test/part';
import { textsOf } from '@/components/test/screen';
import { type ShowOptions, show, viewerOf } from '@/components/test/show';
import { LimitNote } from '@/components/ui/form/limit-note';
import { daysOfPage } from '@/lib/formats/calendar';
import { calendarDays } from '@/lib/meeting/calendar';
import type { MeetingLine, MeetingRecord } from '@/lib/meeting/schema';
import type { MeetingSpan } from '@/lib/meeting/vocabulary';
import { workingCalendar } from '@/lib/working-days';
import { AnswerForm } from './answer-form';
import { CalendarAddress } from './calendar-address';
import { MeetingBar } from './meeting-bar';
import { MeetingCalendar } from './meeting-calendar';
import { MeetingFocus } from './meeting-focus';
import type { MeetingPlace } from './meeting-links';
import { TodaysMeetings } from './todays-meetings';

const TODAY = '2031-03-11';
/** Berlin is an hour ahead. */
const NOW = Date.parse('2031-03-11T09:20:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const day = (date: string) => page.getByCss(`[data-day="${date}"]`);

const CHOICES = { people: [{ _id: 'p-anna', name: 'Anna Weber', client: false }], projects: [] };

let made = 0;
/** `when` is 'YYYY-MM-DD HH:MM' in UTC. */
function meeting(title: string, when: string, minutes: number, part: Partial<MeetingLine> = {}): MeetingLine {
  const starts = Date.parse(`${when.replace(' ', 'T')}:00Z`);
  const starts_at = new Date(starts).toISOString();
  const { _id, name } = PEOPLE.leader;
  return {
    ...{ _id: `m-${++made}`, occurrence: starts_at, series_id: 's', title, starts_at },
    ...{ ends_at: new Date(starts + minutes * 60_000).toISOString(), time_zone: 'Europe/Berlin', all_day: false },
    ...{ rrule: null, place: '', url: '', project_id: null, audience: 'internal', my_answer: 'yes', reason: '' },
    ...{ organiser: { _id, name, pic: null }, status: 'confirmed', moved: false, version: 1 },
    attendees: [{ _id, name, pic: null, answer: 'yes', note: '' }],
    ...part,
  };
}

const WEEK = [
  meeting('Standup', '2031-03-10 08:00', 15, { rrule: 'FREQ=DAILY' }),
  meeting('Weekly planning', '2031-03-11 08:30', 60, { place: 'Room 2', rrule: 'FREQ=WEEKLY' }),
  meeting('Review with the client', '2031-03-11 09:00', 90, { audience: 'client', my_answer: null }),
  meeting('One to one', '2031-03-11 09:00', 30, { my_answer: 'no' }),
  meeting('Call with New York', '2031-03-12 14:00', 45, { time_zone: 'America/New_York', my_answer: 'maybe' }),
  meeting('Cancelled talk', '2031-03-12 09:00', 60, { status: 'cancelled' }),
  meeting('Fair', '2031-03-12 23:00', 2 * 1440, { all_day: true }),
  meeting('Release night', '2031-03-13 21:30', 120),
  meeting('Board', '2031-03-13 09:00', 120, { attendees: [] }),
];

async function showMeetings(
  lines: MeetingLine[],
  options: ShowOptions & { span?: MeetingSpan; date?: string; mine?: boolean; zone?: string } = {},
) {
  const { span = 'week', date = TODAY, mine = true, zone = null, ...shown } = options;
  const seat: Seat = options.as ?? 'leader';
  const place: MeetingPlace = { path: '/acme/meeting', view: span, date, today: TODAY, mine, zone };
  const drawn = (all: MeetingLine[], open: string | null = null) => {
    const days = calendarDays(all, daysOfPage({ span, date }, 1), {
      ...{ span, zone: options.reader?.timeZone ?? 'Europe/Berlin', actor: viewerOf(seat), holidays: ['2031-03-14'] },
      calendar: workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: ['2031-03-14'] }),
    });
    return (
      <>
        <MeetingFocus open={open} />
        {open === null && (
          <>
            <MeetingBar place={place} before="2031-03-04" after="2031-03-18" />
            <MeetingCalendar
              place={place}
              span={span}
              days={days}
              now={NOW}
              choices={['client', 'observer'].includes(seat) ? null : CHOICES}
            />
          </>
        )}
      </>
    );
  };
  const screen = await show(drawn(lines), { url: `/acme/meeting?view=${span}&date=${date}`, ...shown });
  return { screen, draw: (all: MeetingLine[], open?: string) => screen.showAgain(drawn(all, open)) };
}

test('each day is a list with a heading, of links that say when, where else and what one answered', async () => {
  const { screen } = await showMeetings(WEEK);
  const list = day('2031-03-12').getByRole('list', { name: 'Wednesday 12 March', exact: true });
  await expect.element(list).toBeInTheDocument();
  const words = textsOf(list.getByRole('link'));
  expect(words).toEqual([
    'Cancelled talk, 10:00–11:00, cancelled',
    'Call with New York, 15:00–15:45, 10:00 in New York, you answered maybe',
  ]);
  await expect
    .element(day('2031-03-14').getByRole('heading', { name: 'Friday 14 March, holiday, 2 meetings' }))
    .toBeVisible();
  await expect.element(day(TODAY).getByRole('heading', { name: /, today, 3 meetings/ })).toBeVisible();
  await expectAccessible(screen.container);
});

test('a month has the first of a day and leads to the others; a click on a day leads to it', async () => {
  const many = Array.from({ length: 6 }, (_, one) => meeting(`Slot ${one}`, `2031-03-20 1${one}:00`, 30));
  const { screen } = await showMeetings([...WEEK, ...many], { span: 'month' });
  await expect.element(day('2031-03-20').getByRole('link', { name: '+3 more on Thursday 20 March' })).toBeVisible();
  await expectAccessible(screen.container);
  await day('2031-03-20')
    .getByRole('link', { name: /\+3 more/ })
    .click();
  expect(navigation.url).toBe('/acme/meeting?view=day&date=2031-03-20');
});

test('keys walk days and meetings, go to other weeks and to today; outside of the grid arrows go by a week', async () => {
  await showMeetings(WEEK, { date: '2031-03-12' });
  const next = page.getByRole('link', { name: 'Next week' });
  await expect.element(next).toBeVisible();
  await press('{ArrowRight}');
  expect(navigation.url).toBe('/acme/meeting?view=week&date=2031-03-18');
  await pressOn(day(TODAY).getByCss('[data-stop]').first(), '{ArrowDown}', '{ArrowDown}');
  await expect.element(day(TODAY).getByRole('link', { name: /^Weekly planning/ })).toHaveFocus();
  await press('{ArrowLeft}');
  await expect.element(day('2031-03-10').getByRole('link', { name: /^Standup/ })).toHaveFocus();
  await press('t');
  expect(navigation.url).toBe('/acme/meeting?view=week');
});

const event = (title: RegExp | string) => page.getByRole('link', { name: title });
const dialog = (name: string) => page.getByRole('dialog', { name });
const sent = () => server.inputs('PATCH meeting/{id}');
/** In pixels of the hours, from the middle of what is pulled. */
const HOUR = 52;

test('free time that is pressed or pulled over is a new meeting, N one on the day of the focus', async () => {
  server.on('POST freeBusy', () => ({ members: [], first_free: null }));
  await showMeetings([meeting('Standup', '2031-03-12 10:00', 60)]);
  const column = day('2031-03-13').getByCss('[data-times]');
  const { width, height } = column.element().getBoundingClientRect();
  const from = { x: width / 2, y: (height * 9.5) / 24 };
  await userEvent.dragAndDrop(column, column, {
    ...{ force: true, sourcePosition: from, targetPosition: { x: from.x, y: from.y + HOUR * 1.5 - 2 } },
  });
  const form = dialog('New meeting');
  const filled = (date: string, start: string, minutes: string) =>
    expect
      .poll(() =>
        ['Date', 'Start', 'Length'].map(
          (name) => (form.getByLabelText(name, { exact: true }).element() as HTMLInputElement).value,
        ),
      )
      .toEqual([date, start, minutes]);
  await filled('2031-03-13', '09:30', '90');
  await form.getByRole('textbox', { name: /In a sentence/ }).fill('Planning every Monday 14-15 with Anna');
  await expect
    .element(form.getByText('Understood: “Planning” · Mon 17 Mar · 14:00–15:00 · every monday · with Anna Weber'))
    .toBeVisible();
  await filled('2031-03-17', '14:00', '60');
  await expect.element(form.getByLabelText('Repeat')).toHaveValue('FREQ=WEEKLY;BYDAY=MO');
  await expect.element(form.getByRole('checkbox', { name: 'Anna Weber' })).toBeChecked();
  await expectAccessible(form);
  await dismiss(form);
  await pressOn(event(/^Standup/), 'n');
  await filled('2031-03-12', '12:00', '30');
});

test('a meeting is lifted by Space, carried by arrows and dropped; it can be put back, and a refusal says why', async () => {
  const one = meeting('Review', '2031-03-12 10:00', 60);
  const { draw } = await showMeetings([one]);
  const moved = { ...one, starts_at: '2031-03-13T10:15:00.000Z', ends_at: '2031-03-13T11:30:00.000Z', version: 2 };
  server.on('PATCH meeting/{id}', () => moved as unknown as MeetingRecord);
  navigation.onRefresh(() => void draw([moved]));
  await pressOn(event(/^Review/), ' ', '{ArrowRight}', '{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('Review: Thu 13 Mar, 11:15–12:30')).toBeInTheDocument();
  await press('{Escape}');
  await expect.element(page.getByText(/^Review was put back, Wed 12 Mar, 11:00/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await press(' ', '{ArrowRight}', '{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}', '{Enter}');
  await expect.element(day('2031-03-13').getByRole('link', { name: /^Review.*11:15–12:30/ })).toHaveFocus();
  expect(sent()).toMatchObject([{ id: one._id, version: 1, starts_at: moved.starts_at, duration_minutes: 75 }]);
  server.on('PATCH meeting/{id}', () => {
    throw new Refusal(409, 'conflict', 'Somebody else changed this in the meantime.');
  });
  await press('{Control>}z{/Control}');
  await expect.element(page.getByText(/Review was not put back. Somebody else changed/)).toBeVisible();
  expect(sent().at(-1)).toMatchObject({ version: 2, starts_at: one.starts_at, duration_minutes: 60 });
  await press(' ', '{ArrowLeft}', ' ');
  await expect.element(page.getByText(/Review stays where it was. Somebody else changed/).first()).toBeVisible();
});

test('pulled by the mouse, a series asks which of its meetings; one of it can be put back, and who may not move one is told so', async () => {
  server.on('PATCH meeting/{id}', ({ id }) => ({ _id: id, version: 7 }) as MeetingRecord);
  const other = meeting('Board', '2031-03-13 10:00', 60, { project_id: 'p-other', organiser: null });
  await showMeetings([meeting('Standup', '2031-03-12 10:00', 60, { rrule: 'FREQ=DAILY' }), other]);
  await pull(event(/^Standup/), { y: HOUR / 2 });
  const ask = dialog('Move meeting');
  await expect.element(ask.getByText('Standup repeats. It goes to Wed 12 Mar, 11:30–12:30.')).toBeVisible();
  await expectAccessible(ask);
  await ask.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const back = { scope: 'this', version: 7, starts_at: '2031-03-12T10:00:00.000Z', duration_minutes: 60 };
  await expect.poll(sent).toMatchObject([{ scope: 'this', starts_at: '2031-03-12T10:30:00.000Z' }, back]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await pull(event(/^Standup/), { y: HOUR });
  await ask.getByLabelText('Which').selectOptions('This and all that follow');
  await ask.getByRole('button', { name: 'Move' }).click();
  await expect.poll(sent).toMatchObject([{}, {}, { scope: 'following', starts_at: '2031-03-12T11:00:00.000Z' }]);
  await expect.element(message(/^Standup is on/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
  await pull(event(/^Board/), { y: HOUR });
  await expect.element(page.getByText(/^Board stays where it is. You can move meetings/).first()).toBeVisible();
  expect(sent()).toHaveLength(3);
});

test('in a month a lifted meeting goes by days and weeks; put down where it was, nothing is sent', async () => {
  const one = meeting('Review', '2031-03-12 10:00', 60);
  await showMeetings([one], { span: 'month' });
  server.on('PATCH meeting/{id}', () => ({ ...one, version: 2 }) as unknown as MeetingRecord);
  await pressOn(event(/Review/), ' ', ' ');
  expect(sent()).toEqual([]);
  await press(' ', '{ArrowDown}', '{ArrowRight}', '{Enter}');
  await expect.poll(sent).toMatchObject([{ id: one._id, version: 1, starts_at: '2031-03-20T10:00:00.000Z' }]);
  expect(sent()[0]).not.toHaveProperty('duration_minutes');
});

test('the end of a meeting is pulled by its grip; Escape meanwhile leaves it where it was', async () => {
  const one = meeting('Review', '2031-03-12 10:00', 60);
  await showMeetings([one]);
  server.on('PATCH meeting/{id}', () => ({ ...one, version: 2 }) as unknown as MeetingRecord);
  const grip = page.getByCss(`[data-meeting="${one._id}"] [data-grip]`);
  const draft = page.getByCss('.meeting-draft');
  grip.element().scrollIntoView({ block: 'center' });
  const { x: clientX, y } = middleOf(grip);
  const pointer = (type: string, clientY: number) =>
    grip.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', clientX, clientY }));
  pointer('pointerdown', y);
  pointer('pointermove', y + HOUR);
  await expect.element(draft).toHaveTextContent('11:00–13:00');
  await press('{Escape}');
  await expect.element(draft).not.toBeInTheDocument();
  pointer('pointerup', y + HOUR);
  expect(sent()).toEqual([]);
  await pull(grip, { y: HOUR / 2 });
  await expect.poll(sent).toMatchObject([{ starts_at: one.starts_at, duration_minutes: 90 }]);
});

test('the grid is one stop for Tab where the focus comes back to a meeting that was open', async () => {
  const one = meeting('Review', '2031-03-13 10:00', 60);
  const { draw } = await showMeetings([one]);
  await expect.element(event(/^Review/)).toBeVisible();
  await draw([one], one._id);
  await expect.element(event(/^Review/)).not.toBeInTheDocument();
  await draw([one]);
  await expect.element(event(/^Review/)).toHaveFocus();
  expect(
    event(/^Review/)
      .element()
      .getAttribute('tabindex'),
  ).toBe('0');
  expect(document.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
});

test('a click on a meeting leads to it within the page; with Ctrl the browser opens it elsewhere', async () => {
  await showMeetings([meeting('Standup', '2031-03-12 10:00', 60)]);
  await event(/^Standup/).click();
  expect(navigation.all.map(({ way }) => way)).toEqual(['push']);
  expect(navigation.url).toMatch(/^\/acme\/meeting\?view=week&meeting=m-\d+&occurrence=2031-03-12/);
});

test('who makes no meetings reads them alone', async () => {
  const { screen } = await showMeetings(WEEK, { as: 'client' });
  expect(page.getByRole('button', { name: /New meeting/ }).elements()).toEqual([]);
  await pressOn(event(/^Weekly planning/), 'n', ' ');
  await expect.element(page.getByText(/^Weekly planning stays where it is/).first()).toBeVisible();
  await expect.element(dialog('New meeting')).not.toBeInTheDocument();
  await expectAccessible(screen.container);
});

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
  server.on('POST calendarFeed', () => ({ url: 'https://guildhall.test/api/calendar/another' }));
  await screen.getByRole('button', { name: 'Make a new address' }).click();
  await finish(screen.getByRole('dialog', { name: 'Make a new address' }), 'Make a new address');
  await expect.element(screen.getByText('https://guildhall.test/api/calendar/another')).toBeVisible();
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
