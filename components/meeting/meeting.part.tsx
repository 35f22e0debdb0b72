import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setSingleKeys } from '@/components/keys/single-keys';
import { PEOPLE } from '@/components/test/gallery/people';
import {
  enter,
  expectAccessible,
  expectLink,
  finish,
  list,
  live,
  navigation,
  pressOn,
  Refusal,
  server,
  show,
  undo as takeBack,
} from '@/components/test/part';
import { LimitNote } from '@/components/ui/form/limit-note';
import { meetingKey } from '@/lib/meeting/calendar';
import type { AgendaItemRecord, MeetingRecord } from '@/lib/meeting/schema';
import { MeetingAgenda } from './meeting-agenda';
import { MeetingAgendaLines } from './meeting-agenda-lines';
import { MeetingDetail } from './meeting-detail';
import { MeetingFocus } from './meeting-focus';
import { MeetingRefresh } from './meeting-refresh';
import { NewMeeting } from './new-meeting';

const CHOICES = {
  people: [
    { _id: 'p-anna', name: 'Anna Weber', client: false },
    { _id: 'p-cleo', name: 'Cleo Hart', client: true },
  ],
  projects: [{ _id: 'p-web', name: 'Website' }],
};
const MEETING: MeetingRecord = {
  ...{ _id: 'm-1', series_id: 'm-1', occurrence: '2026-12-01T08:00:00.000Z', title: 'Weekly review' },
  ...{ starts_at: '2026-12-01T08:00:00.000Z', ends_at: '2026-12-01T09:00:00.000Z', time_zone: 'Europe/Berlin' },
  ...{
    all_day: false,
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    place: 'Room 2',
    url: 'https://meet.example/x',
    project_id: null,
  },
  ...{
    audience: 'internal',
    organiser: null,
    my_answer: null,
    status: 'confirmed',
    reason: '',
    moved: false,
    version: 3,
  },
  attendees: [{ _id: 'p-anna', name: 'Anna Weber', pic: null, answer: 'maybe', note: 'late' }],
  ...{ duration_minutes: 60, repeats: 'Every week on Tuesday', next_occurrence: null, notes: [], reminders: [] },
  agenda: [
    {
      ...{
        _id: 'a-1',
        meeting_id: 'm-1',
        occurrence: null,
        title: 'Prices',
        minutes: 10,
        notes: '',
        audience: 'internal',
      },
      ...{ owner: null, done: false, decision: false, task: null, carried: false, version: 1 },
      ...{ standing_id: null, notes_html: '', merged: null },
    },
  ],
  rights: { edit: true, answer: true, write: true },
  ...{ created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' },
};

test('a list a day, with a cancelled meeting struck through and why; nothing says what comes next', async () => {
  const gone = { ...MEETING, _id: 'm-2', title: 'Standup', status: 'cancelled' as const, reason: 'Fair' };
  const place = { path: '/acme/meeting', view: 'agenda' as const, mine: true, zone: null };
  const all = { place: { ...place, date: '2026-12-01', today: '2026-12-01' }, daysOff: {}, mayCreate: true };
  const screen = await show(<MeetingAgenda {...all} lines={[MEETING, gone]} next={null} />);
  await expect.element(screen.getByRole('heading', { name: /Tuesday.* 1 December · Today/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Join Weekly review' })).toHaveAttribute('href', MEETING.url);
  await expect.element(screen.getByText(/Cancelled: Fair/)).toBeVisible();
  await expectAccessible(screen.container);
  await screen.unmount();
  const empty = await show(<MeetingAgenda {...all} lines={[]} next={MEETING} />);
  await expect.element(empty.getByRole('link', { name: 'Next: Weekly review' })).toBeVisible();
  await expectAccessible(empty.container);
  await empty.unmount();
  const none = await show(<MeetingAgenda {...all} mayCreate={false} lines={[]} next={null} />, { as: 'client' });
  await expect.element(none.getByText('Meetings that you are invited to stand here.')).toBeVisible();
  await expectAccessible(none.container);
});

test('whole days stand under the day of their own clock, what began earlier at the first; days off are marked', async () => {
  const berlin = { time_zone: 'Europe/Berlin', all_day: true };
  const fair = { ...MEETING, ...berlin, _id: 'm-3', title: 'Fair', starts_at: '2026-12-04T23:00:00.000Z' };
  const lines = [
    {
      ...MEETING,
      _id: 'm-4',
      title: 'Night',
      starts_at: '2026-11-30T22:00:00.000Z',
      ends_at: '2026-12-01T06:00:00.000Z',
    },
    { ...fair, ends_at: '2026-12-06T23:00:00.000Z' },
  ];
  const place = { path: '/acme/meeting', view: 'agenda' as const, mine: true, zone: null };
  const screen = await show(
    <MeetingAgenda
      {...{ lines, next: null, mayCreate: true }}
      place={{ ...place, date: '2026-12-01', today: '2027-01-11' }}
      daysOff={{ '2026-12-01': 'holiday', '2026-12-05': 'off' }}
    />,
    { reader: { locale: 'en-GB', timeZone: 'America/New_York' } },
  );
  const day = (name: RegExp) => screen.getByRole('region', { name });
  await expect.element(day(/Tuesday.* 1 December · Holiday/)).toHaveTextContent('Night');
  await expect.element(day(/Saturday.* 5 December · No working day/)).toHaveTextContent('All day, until Sun 6 DecFair');
  await expectAccessible(screen.container);
});

test('the focus goes to a meeting that is opened, and back to its link once it is closed', async () => {
  const place = { path: '/acme/meeting', view: 'agenda' as const, date: '2026-12-01', today: '2026-12-01' };
  const page = (open: MeetingRecord | null) => (
    <>
      <MeetingFocus open={open && meetingKey(open)} />
      {open && <MeetingDetail meeting={open} choices={CHOICES} backHref="/acme/meeting" />}
      <MeetingAgenda
        {...{ lines: [MEETING], next: null, daysOff: {}, mayCreate: true }}
        place={{ ...place, mine: true, zone: null }}
      />
    </>
  );
  const screen = await show(page(null));
  await expect.element(screen.getByRole('link', { name: 'Weekly review', exact: true })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await screen.showAgain(page(MEETING));
  await expect.element(screen.getByRole('heading', { name: 'Weekly review' })).toHaveFocus();
  await screen.showAgain(page(null));
  await expect.element(screen.getByRole('link', { name: 'Weekly review', exact: true })).toHaveFocus();
});

test('the last day of a series stands beside its rule; what is not changed is sent as it was', async () => {
  server.on('POST freeBusy', () => ({ members: [], first_free: null }));
  server.on('PATCH meeting/{id}', () => MEETING);
  const change = async (rrule: string, until?: string) => {
    const ends = { ...MEETING, rrule, repeats: 'Every third week on Tuesday, until 2027-01-05' };
    const screen = await show(<MeetingDetail meeting={ends} choices={CHOICES} backHref="/acme/meeting" />);
    await screen.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = screen.getByRole('dialog', { name: 'Change meeting' });
    await dialog.getByLabelText('Change').selectOptions('This and all that follow');
    await expect.element(dialog.getByLabelText(/Ends on/)).toHaveValue('2027-01-05');
    const third = rrule.includes('INTERVAL') ? 'Every third week on Tuesday' : 'Every Tuesday';
    await expect.element(dialog.getByLabelText('Repeat')).toHaveDisplayValue(third);
    if (until !== undefined) await dialog.getByLabelText(/Ends on/).fill(until);
    await finish(dialog, 'Save');
    await screen.unmount();
    return (server.inputs('PATCH meeting/{id}').at(-1) as { rrule: string }).rrule;
  };
  // Its last meeting is on the 5th in Berlin: by the world's clock, by the day, and by its own clock.
  const [utc, day] = ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270104T233000Z', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270105'];
  for (const rule of [utc, day, 'FREQ=WEEKLY;UNTIL=20270105T233000;INTERVAL=3;BYDAY=TU'])
    expect(await change(rule)).toBe(rule);
  expect(await change(utc, '2027-02-02')).toBe('FREQ=WEEKLY;BYDAY=TU;UNTIL=20270202');
  expect(await change(day, '')).toBe('FREQ=WEEKLY;BYDAY=TU');
});

test('of one meeting of a series its own times are sent alone; with a link its place stays', async () => {
  server.on('PATCH meeting/{id}', () => MEETING);
  const screen = await show(<MeetingDetail meeting={MEETING} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change meeting' });
  await expect.element(dialog.getByLabelText('Change')).toHaveValue('this');
  await dialog.getByLabelText('Start').fill('10:00');
  await finish(dialog, 'Save');
  const [sent] = server.inputs('PATCH meeting/{id}');
  const { occurrence, place, url } = MEETING;
  const starts_at = '2026-12-01T09:00:00.000Z';
  expect(sent).toMatchObject({ version: 3, scope: 'this', occurrence, starts_at, place, url });
  for (const field of ['rrule', 'attendee_ids', 'audience', 'reminders']) expect(sent).not.toHaveProperty(field);
});

test('the first time when all are free becomes the day and the start', async () => {
  const first_free = { starts_at: '2027-03-03T13:30:00.000Z', ends_at: '2027-03-03T14:00:00.000Z' };
  server.on('POST freeBusy', () => ({ members: [], first_free }));
  const screen = await show(<NewMeeting choices={CHOICES} />);
  await screen.getByRole('button', { name: 'New meeting' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New meeting' });
  await dialog.getByLabelText('Date').fill('2027-03-02');
  await dialog.getByRole('button', { name: 'First time when all are free' }).click();
  await expect.element(dialog.getByText(/^All are free on/)).toBeVisible();
  await expect.element(dialog.getByLabelText('Date')).toHaveValue('2027-03-03');
  await expect.element(dialog.getByLabelText('Start')).toHaveValue('14:30');
});

test('who may not change a meeting is offered no way to; nobody answers, changes or joins one that is cancelled', async () => {
  const detail = (part: Partial<MeetingRecord>) => (
    <MeetingDetail meeting={{ ...MEETING, ...part }} choices={CHOICES} backHref="/acme/meeting" />
  );
  const offered = () =>
    ['Yes', 'Change', 'Cancel meeting', 'Bring back', 'Send minutes'].filter((name) =>
      page.getByRole('button', { name, exact: true }).query(),
    );
  const join = page.getByRole('link', { name: /^Join/ });
  const screen = await show(detail({ rights: { edit: false, answer: false, write: false }, notes: ['Not told.'] }));
  await expect.element(join).toBeVisible();
  await expect.element(screen.getByText('Prices')).toBeVisible();
  expect(offered()).toEqual([]);
  expect(screen.getByText('Not told.').query()).toBeNull();
  await screen.showAgain(detail({ status: 'cancelled' }));
  await expect.element(screen.getByRole('button', { name: 'Bring back' })).toBeVisible();
  expect(offered()).toEqual(['Bring back']);
  expect(join.query()).toBeNull();
});

test('a meeting of whole days has a first and a last one, and no time', async () => {
  server.on('POST freeBusy', () => ({ members: [], first_free: null }));
  server.on('POST meeting', () => MEETING);
  const screen = await show(<NewMeeting choices={CHOICES} />);
  await screen.getByRole('button', { name: 'New meeting' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New meeting' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Fair');
  await dialog.getByLabelText('Date').fill('2027-03-27');
  await dialog.getByRole('checkbox', { name: 'All day' }).click();
  await expect.element(dialog.getByLabelText('Last day')).toHaveValue('2027-03-27');
  await dialog.getByLabelText('Last day').fill('2027-03-28');
  await dialog.getByLabelText('First day').fill('2027-03-28');
  await expect.element(dialog.getByLabelText('Last day')).toHaveValue('2027-03-29');
  expect(dialog.getByLabelText('Start').query()).toBeNull();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect
    .poll(() => server.inputs('POST meeting'))
    .toMatchObject([{ all_day: true, starts_at: '2027-03-27T23:00:00.000Z', ends_at: '2027-03-29T22:00:00.000Z' }]);
  expect(server.inputs('POST meeting')[0]).not.toHaveProperty('duration_minutes');
});

test('a meeting is arranged: by people, place or link, rule and agenda; who made it says why it is refused', async () => {
  const busy = [{ starts_at: '2027-03-02T08:00:00.000Z', ends_at: '2027-03-02T08:30:00.000Z' }];
  server.on('POST freeBusy', () => ({ members: [{ _id: 'p-anna', busy }], first_free: null }));
  const screen = await show(<NewMeeting choices={CHOICES} />);
  await screen.getByRole('button', { name: 'New meeting' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New meeting' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Planning');
  await dialog.getByLabelText('Date').fill('2027-03-02');
  await dialog.getByLabelText('Start').fill('09:30');
  await dialog.getByLabelText('Repeat').selectOptions('Every Tuesday');
  await dialog.getByLabelText(/Ends on/).fill('2027-06-29');
  await dialog.getByRole('checkbox', { name: 'Anna Weber' }).click();
  // What ends as this one begins is not in its way.
  const times = dialog.getByRole('list', { name: 'Busy times' });
  await expect.element(times).toHaveTextContent('Anna Weber: busy 09:00–09:30');
  expect(dialog.getByText(/busy at this time/).query()).toBeNull();
  await dialog.getByLabelText('Start').fill('09:15');
  await expect.element(dialog.getByText('Anna Weber is busy at this time.')).toBeVisible();
  await dialog.getByLabelText('Start').fill('09:30');
  await expect.element(dialog.getByText(/busy at this time/)).not.toBeInTheDocument();
  // Who invites is among all.
  await dialog.getByRole('button', { name: 'First time when all are free' }).click();
  await expect.element(dialog.getByText('Nobody finds a time within two weeks.')).toBeVisible();
  expect(server.inputs('POST freeBusy').at(-1)).toMatchObject({
    ...{ member_ids: [PEOPLE.leader._id, 'p-anna'], duration_minutes: 30, from: '2027-03-01T23:00:00.000Z' },
  });
  await dialog.getByRole('textbox', { name: /Place or link/ }).fill('https://meet.example/y');
  await dialog.getByRole('textbox', { name: /Agenda/ }).fill('Numbers\n\nPlans');
  await expectAccessible(dialog);
  server.on('POST meeting', () => {
    throw new Refusal(422, 'invalid', 'Check the fields.', {
      errors: { rrule: ['By this rule there is never a meeting.'] },
    });
  });
  const send = dialog.getByRole('button', { name: 'Send invitations' });
  await send.click();
  await expect.element(dialog.getByText('By this rule there is never a meeting.')).toBeVisible();
  server.on('POST meeting', () => MEETING);
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST meeting').at(-1)).toMatchObject({
    ...{
      title: 'Planning',
      duration_minutes: 30,
      rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629',
      attendee_ids: ['p-anna'],
    },
    ...{
      place: '',
      url: 'https://meet.example/y',
      agenda: ['Numbers', 'Plans'],
      audience: 'internal',
      project_id: null,
    },
  });
});

test('one answers one meeting of a series, settles lines of its agenda, and cancels it with a reason', async () => {
  for (const name of ['POST meetingAnswer/{id}', 'DELETE meeting/{id}'] as const) server.on(name, () => MEETING);
  server.on('PATCH agendaItem/{id}', () => MEETING.agenda[0] as MeetingRecord['agenda'][number]);
  const screen = await show(<MeetingDetail meeting={MEETING} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect
    .poll(() => server.inputs('POST meetingAnswer/{id}'))
    .toMatchObject([{ answer: 'yes', occurrence: MEETING.occurrence }]);
  await screen.getByRole('checkbox', { name: 'Done: Prices' }).click();
  await expect.poll(() => server.inputs('PATCH agendaItem/{id}')).toMatchObject([{ version: 1, done: true }]);
  await expectAccessible(screen.container);
  await screen.getByRole('button', { name: 'Cancel meeting' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cancel meeting' });
  await dialog.getByRole('textbox', { name: /Why/ }).fill('Ill');
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect
    .poll(() => server.inputs('DELETE meeting/{id}'))
    .toMatchObject([{ scope: 'this', occurrence: MEETING.occurrence, reason: 'Ill' }]);
  server.on('POST restoreMeeting/{id}', () => MEETING);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => server.inputs('POST restoreMeeting/{id}'))
    .toMatchObject([{ id: 'm-1', scope: 'this', occurrence: MEETING.occurrence }]);
  const gone = { ...MEETING, status: 'cancelled' as const };
  await screen.showAgain(<MeetingDetail meeting={gone} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'Bring back' }).click();
  const again = screen.getByRole('dialog', { name: 'Bring meeting back' });
  await again.getByRole('combobox', { name: 'Which' }).selectOptions('This and all that follow');
  await expectAccessible(again);
  await again.getByRole('button', { name: 'Bring back' }).click();
  await expect
    .poll(() => server.inputs('POST restoreMeeting/{id}')[1])
    .toMatchObject({ scope: 'following', version: 3 });
});

const LINE = MEETING.agenda[0] as AgendaItemRecord;
const SHARED: MeetingRecord = {
  ...MEETING,
  audience: 'client',
  agenda: [
    { ...LINE, audience: 'client', owner: { _id: 'p-anna', name: 'Anna Weber', pic: null } },
    {
      ...{ ...LINE, _id: 'a-2', title: 'Margins', decision: true, carried: true, notes: 'We wait.' },
      notes_html: '<p>We wait.</p>',
      task: { _id: 't-1', key: 'WEB-1', title: 'Raise prices', status: 2 },
    },
  ],
};
const lines = (meeting: MeetingRecord) => (
  <MeetingAgendaLines meeting={meeting} choices={CHOICES} mayWrite={meeting.rights.write} />
);
const edits = () => server.inputs('PATCH agendaItem/{id}');

test('an answer has a note, for one meeting or for the series; what is too long stays and says so', async () => {
  server.on('POST meetingAnswer/{id}', () => MEETING);
  const own = { ...PEOPLE.leader, pic: null, answer: 'yes' as const, note: 'From the train' };
  const meeting = { ...MEETING, my_answer: 'yes' as const, attendees: [own] };
  const screen = await show(
    <>
      <LimitNote />
      <MeetingDetail meeting={meeting} choices={CHOICES} backHref="/acme/meeting" />
    </>,
  );
  await screen.getByRole('button', { name: 'Change your note' }).click();
  const field = screen.getByRole('textbox', { name: 'Note for the others' });
  await expect.element(field).toHaveFocus();
  await field.fill('y'.repeat(501));
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(screen.getByText('This is 1 character too long: 500 fit.')).toBeVisible();
  await expectAccessible(screen.container);
  await field.fill('Ten minutes late');
  await screen.getByRole('checkbox', { name: 'For all meetings of the series' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Change your note' })).toHaveFocus();
  await screen.getByRole('button', { name: 'No', exact: true }).click();
  await screen.getByRole('checkbox', { name: 'For all meetings of the series' }).click();
  await screen.getByRole('button', { name: 'Maybe' }).click();
  await expect
    .poll(() => server.inputs('POST meetingAnswer/{id}'))
    .toEqual([
      { id: 'm-1', answer: 'yes', note: 'Ten minutes late' },
      { id: 'm-1', answer: 'no', note: 'From the train' },
      { id: 'm-1', answer: 'maybe', note: 'From the train', occurrence: MEETING.occurrence },
    ]);
});

test('what cannot be read or sent says so: history, decisions, minutes, an answer', async () => {
  for (const name of ['GET meetingActivity/{id}', 'GET decisionList', 'GET minutes/{id}'] as const)
    server.refuse(name, 403, 'forbidden', 'You may not read this.');
  server.refuse('POST meetingAnswer/{id}', 503, 'unavailable', 'The database is busy.');
  const meeting = { ...MEETING, project_id: 'p-web' };
  const screen = await show(<MeetingDetail meeting={meeting} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'History' }).click();
  await screen.getByRole('button', { name: 'Decisions of this project' }).click();
  await expect.element(screen.getByText('The history could not be loaded')).toBeVisible();
  await expect.element(screen.getByText('Decisions could not be loaded')).toBeVisible();
  await screen.getByRole('button', { name: 'Maybe' }).click();
  await expect.element(screen.getByText(/The database is busy/).first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Maybe' })).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(screen.container);
  await screen.getByRole('button', { name: 'Send minutes' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Send minutes' });
  await expect.element(dialog.getByText('It could not be read who gets them')).toBeVisible();
  await expectAccessible(dialog);
});

const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('[dir]')?.textContent);

test('a line that may not be moved goes back to its place, and the reason is said', async () => {
  server.refuse('PATCH agendaItem/{id}', 409, 'conflict', 'The meeting was cancelled.');
  const late = server.hold('PATCH agendaItem/{id}');
  const screen = await show(lines(SHARED));
  await pressOn(screen.getByRole('checkbox', { name: 'Done: Margins' }), '{Alt>}{ArrowUp}{/Alt}');
  await late.reached;
  await expect.poll(rows).toEqual(['Margins', 'Prices']);
  late.release();
  await expect.element(page.getByText('“Margins” was not moved. The meeting was cancelled.')).toBeVisible();
  expect(rows()).toEqual(['Prices', 'Margins']);
});

test('who sees a line, its owner and its task stand beside it; it is moved by keys, and back by Ctrl+Z', async () => {
  server.on('PATCH agendaItem/{id}', ({ id }) => ({
    ...(SHARED.agenda.find(({ _id }) => _id === id) ?? LINE),
    version: 2,
  }));
  const screen = await show(lines(SHARED));
  await expect.element(screen.getByText('Team only')).toBeVisible();
  await expect.element(screen.getByText('Visible to client')).toBeInTheDocument();
  await expectLink(screen.getByRole('link', { name: /WEB-1/ }), '/acme/taskpage?task=WEB-1');
  await expectAccessible(screen.container);
  const box = screen.getByRole('checkbox', { name: 'Done: Margins' });
  await pressOn(box, '{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(rows).toEqual(['Margins', 'Prices']);
  await expect.element(box).toHaveFocus();
  await expect.poll(edits).toMatchObject([{ id: 'a-2', after_id: null, occurrence: MEETING.occurrence }]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(rows).toEqual(['Prices', 'Margins']);
  await expect.poll(edits).toMatchObject([{}, { id: 'a-2', after_id: 'a-1' }]);
});

test('an undo takes nothing back of a line that somebody else has changed since', async () => {
  server.on('PATCH agendaItem/{id}', () => ({ ...LINE, done: true, version: 2 }));
  const screen = await show(lines(MEETING));
  await screen.getByRole('checkbox', { name: 'Done: Prices' }).click();
  await expect.poll(edits).toHaveLength(1);
  await screen.showAgain(lines({ ...MEETING, agenda: [{ ...LINE, version: 3 }] }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText(/^It was not undone. Somebody else changed it/)).toBeVisible();
  expect(edits()).toHaveLength(1);
});

test('minutes that are written keep what others write meanwhile in sight; without a connection they wait', async () => {
  const screen = await show(lines(MEETING));
  await screen.getByRole('button', { name: 'Minutes of Prices' }).click();
  const editor = screen.getByRole('textbox', { name: 'Minutes of Prices' });
  await editor.fill('Mine');
  const theirs = { ...LINE, version: 2, notes: 'Theirs', notes_html: '<p>Theirs</p>' };
  await screen.showAgain(lines({ ...MEETING, agenda: [theirs] }));
  await expect.element(screen.getByText('Theirs', { exact: true })).toBeVisible();
  await expect.element(editor).toHaveTextContent('Mine');
  await expectAccessible(screen.container);
  server.setOnline(false);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Waiting')).toBeVisible();
  await expectAccessible(screen.container);
  const both = { ...theirs, version: 3, notes: 'Theirs\n\nMine', notes_html: '<p>Theirs</p><p>Mine</p>' };
  server.on('PATCH agendaItem/{id}', () => ({ ...both, merged: 'both' }));
  server.setOnline(true);
  await expect.element(screen.getByText(/Both texts are kept/)).toBeVisible();
  await expect.element(screen.getByText('Mine', { exact: true })).toBeVisible();
  expect(edits()).toMatchObject([{ id: 'a-1', version: 1, notes: 'Mine' }]);
});

test('minutes that were left unsaved are offered again, and Cancel forgets them', async () => {
  const screen = await show(lines(MEETING));
  await screen.getByRole('button', { name: 'Minutes of Prices' }).click();
  await screen.getByRole('textbox', { name: 'Minutes of Prices' }).fill('Half a thought');
  await expect.poll(() => JSON.stringify(localStorage)).toContain('Half a thought');
  await screen.unmount();
  const again = await show(lines(MEETING));
  await again.getByRole('button', { name: 'Continue the minutes of Prices' }).click();
  const editor = again.getByRole('textbox', { name: 'Minutes of Prices' });
  await expect.element(editor).toHaveTextContent('Half a thought');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(again.getByRole('button', { name: 'Minutes of Prices', exact: true })).toHaveFocus();
  expect(JSON.stringify(localStorage)).not.toContain('Half a thought');
  expect(edits()).toEqual([]);
});

test('where two people change the same of a line both values are shown, and replacing is said to the server', async () => {
  server.on('PATCH agendaItem/{id}', ({ overwrite }) => {
    if (overwrite) return { ...LINE, title: 'Fees', version: 3 };
    throw new Refusal(409, 'conflict', 'Somebody else changed this.', {
      current: { ...LINE, title: 'Costs', version: 2 },
    });
  });
  const screen = await show(lines(MEETING));
  await screen.getByRole('button', { name: 'More for Prices' }).click();
  await expectAccessible(screen.container);
  await screen.getByRole('menuitem', { name: 'Edit line' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit line' });
  await dialog.getByRole('textbox', { name: 'Line' }).fill('Fees');
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const box = screen.getByRole('alert').filter({ hasText: 'Nothing was overwritten' });
  await expect.element(box.getByText('Costs')).toBeVisible();
  await expectAccessible(screen.container);
  await finish(box, 'Use mine');
  expect(edits()).toMatchObject([{ title: 'Fees' }, { title: 'Fees', version: 1, overwrite: true }]);
});

test('what was decided in meetings of the project is listed with its meeting, and what happened to this one', async () => {
  const decided = {
    ...{
      _id: 'a-9',
      title: 'We ship in May',
      notes: '',
      notes_html: '<p>After the fair.</p>',
      audience: 'internal' as const,
    },
    ...{ owner: null, decided_at: '2026-11-20T09:00:00.000Z', project_id: 'p-web', task: null },
    meeting: { _id: 'm-7', title: 'Kick-off', occurrence: '2026-11-20T08:00:00.000Z' },
  };
  server.on('GET decisionList', () => list([decided]));
  const of = { ...MEETING, project_id: 'p-web' };
  const screen = await show(<MeetingDetail meeting={of} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'Decisions of this project' }).click();
  await expect.element(screen.getByText('We ship in May')).toBeVisible();
  server.on('GET meetingActivity/{id}', () =>
    list([
      {
        ...{ _id: 'h-1', kind: 'meeting.created', says: 'arranged the meeting “Weekly review”', actor: null },
        ...{ task_id: null, task_key: null, task_title: null, data: {}, created_at: '2026-11-20T09:00:00.000Z' },
      },
    ]),
  );
  await screen.getByRole('button', { name: 'History' }).click();
  await expect.element(screen.getByRole('region', { name: 'History' })).toHaveTextContent('arranged the meeting');
  await expect
    .element(screen.getByRole('link', { name: 'Kick-off' }))
    .toHaveAttribute('href', '/acme/meeting?meeting=m-7&occurrence=2026-11-20T08%3A00%3A00.000Z');
  await expectAccessible(screen.container);
});

test('minutes are sent to whoever may read them, who are shown with how much each gets', async () => {
  const one = (name: string, lines: number, more = {}) => ({
    ...{ member: { _id: `p-${name}`, name, pic: null }, invited: true, lines, sent_at: null, current: false },
    ...more,
  });
  const had = { current: true, sent_at: '2026-12-01T10:00:00.000Z' };
  const readers = [
    one('Anna', 2),
    { ...one('Cleo', 1), member: { ...one('Cleo', 1).member, role: 'client' } },
    one('Dan', 0),
    one('Eve', 2, had),
    one('Finn', 2, { invited: false }),
  ];
  server.on('GET minutes/{id}', () => ({ lines: 2, readers, sent: 0 }));
  server.on('POST sendMinutes/{id}', () => ({ lines: 2, readers, sent: 2 }));
  const screen = await show(<MeetingDetail meeting={MEETING} choices={CHOICES} backHref="/acme/meeting" />);
  await screen.getByRole('button', { name: 'Send minutes' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Send minutes' });
  await expect.element(dialog.getByText('1 of 2 lines')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Eve' })).toBeDisabled();
  const others = dialog.getByRole('group', { name: 'Others who may read them' });
  await expect.element(others.getByRole('checkbox', { name: 'Finn' })).not.toBeChecked();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click();
  await expect.element(screen.getByText('Minutes sent to 2 people.')).toBeVisible();
  expect(server.inputs('POST sendMinutes/{id}')).toMatchObject([{ id: 'm-1', member_ids: ['p-Anna', 'p-Cleo'] }]);
});

const more = async (title: string, action: string) => {
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const undo = page.getByRole('button', { name: 'Undo' });

test('a line is added and waits for its answer, stands once, and Ctrl+Z takes it away; a refused one is said', async () => {
  server.on('POST agendaItem', ({ title }) => ({ ...LINE, _id: 'a-9', title }));
  server.on('DELETE agendaItem/{id}', ({ id }) => ({ ...LINE, _id: id }));
  const screen = await show(lines(MEETING));
  const field = screen.getByRole('textbox', { name: 'New line' });
  const late = server.hold('POST agendaItem');
  await enter(field, '  Costs ');
  await late.reached;
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByText('Waiting')).toBeVisible();
  expect(server.inputs('POST agendaItem')).toEqual([
    { meeting_id: 'm-1', title: 'Costs', occurrence: MEETING.occurrence },
  ]);
  late.release();
  await expect.element(screen.getByText('Waiting')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Costs')).toBeVisible();
  await screen.showAgain(lines({ ...MEETING, agenda: [LINE, { ...LINE, _id: 'a-9', title: 'Costs' }] }));
  await expect.poll(rows).toEqual(['Prices', 'Costs']);
  await expect.element(screen.getByText('Costs')).toHaveLength(1);
  await takeBack();
  await expect
    .poll(() => server.inputs('DELETE agendaItem/{id}'))
    .toEqual([{ id: 'a-9', occurrence: MEETING.occurrence }]);
  server.refuse('POST agendaItem', 409, 'conflict', 'The meeting was cancelled.');
  await enter(field, 'Taxes');
  await expect.element(screen.getByText('“Taxes” was not added. The meeting was cancelled.')).toBeVisible();
  await expect.element(screen.getByText('Taxes', { exact: true })).not.toBeInTheDocument();
  // Nothing but spaces is no line.
  await enter(field, '   ');
  expect(server.inputs('POST agendaItem')).toHaveLength(2);
});

test('a line is removed at once and comes back; one that may not be removed stays, and the reason is said', async () => {
  server.on('DELETE agendaItem/{id}', () => ({ ...LINE, version: 2 }));
  server.on('PATCH agendaItem/{id}', () => ({ ...LINE, version: 3 }));
  const screen = await show(lines(SHARED));
  const late = server.hold('DELETE agendaItem/{id}');
  await more('Prices', 'Remove');
  await late.reached;
  await expect.poll(rows).toEqual(['Margins']);
  late.release();
  await expect.element(screen.getByText('“Prices” was removed.')).toBeVisible();
  await undo.click();
  await expect.poll(edits).toEqual([{ id: 'a-1', version: 2, removed: false, occurrence: MEETING.occurrence }]);
  server.refuse('DELETE agendaItem/{id}', 403, 'forbidden', 'Not yours.');
  await more('Margins', 'Remove');
  await expect.element(screen.getByText('“Margins” was not removed. Not yours.')).toBeVisible();
  expect(rows()).toEqual(['Prices', 'Margins']);
});

test('of a line what was changed is sent alone; its minutes are whole and at most a day, and it is never empty', async () => {
  server.on('PATCH agendaItem/{id}', ({ decision = false }) => ({ ...LINE, decision, version: 1 + edits().length }));
  const anna = { _id: 'p-anna', name: 'Anna Weber', pic: null };
  const screen = await show(lines({ ...SHARED, agenda: [{ ...LINE, owner: anna, audience: 'client' }] }));
  await more('Prices', 'Edit line');
  const dialog = screen.getByRole('dialog', { name: 'Edit line' });
  const minutes = dialog.getByRole('textbox', { name: /Planned minutes/ });
  const save = dialog.getByRole('button', { name: 'Save' });
  for (const wrong of ['0', '1441', '1.5', 'ten']) {
    await minutes.fill(wrong);
    await save.click();
    await expect.element(minutes).toHaveAccessibleDescription('Write whole minutes, 1 to 1440.');
  }
  await minutes.fill('1440');
  await dialog.getByRole('textbox', { name: 'Line' }).fill(' ');
  await save.click();
  await expect.element(dialog.getByText('The line must not be empty.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Line' }).fill('Prices');
  await dialog.getByRole('combobox', { name: 'Owner' }).selectOptions('Nobody');
  await dialog.getByRole('combobox', { name: 'Who sees it' }).selectOptions('The team only');
  await finish(dialog, 'Save');
  const sent = { id: 'a-1', version: 1, occurrence: MEETING.occurrence };
  await expect.poll(edits).toEqual([{ ...sent, minutes: 1440, owner_id: null, audience: 'internal' }]);
  // Nothing changed, nothing sent.
  await more('Prices', 'Edit line');
  await finish(dialog, 'Save');
  await more('Prices', 'Mark as decision');
  await expect.element(screen.getByText('Decision', { exact: true })).toBeVisible();
  await expect.poll(edits).toMatchObject([{}, { decision: true }]);
});

test('a line becomes a task of the meeting’s project, or of one that is chosen, and an undo takes it to the bin', async () => {
  const task = { _id: 't-9', key: 'WEB-9', title: 'Prices', status: 1 };
  server.on('POST agendaItemToTask/{id}', () => ({ ...LINE, version: 2, task }));
  server.onAny('GET task/{id}', () => ({ activity: [{ actor: PEOPLE.leader }], created_by_id: PEOPLE.leader._id }));
  server.on('POST taskArray', () => ({ done: 1, refused: 0, tasks: [{ _id: 't-9', done: true, card: null }] }));
  const screen = await show(lines({ ...MEETING, project_id: 'p-web' }));
  await more('Prices', 'Make it a task');
  await expect.element(screen.getByText('It is the task WEB-9 now.')).toBeVisible();
  await expectLink(screen.getByRole('link', { name: /WEB-9/ }), '/acme/taskpage?task=WEB-9');
  await undo.click();
  await expect.element(screen.getByText('WEB-9 was moved to the bin.')).toBeVisible();
  expect(server.inputs('POST taskArray')).toEqual([{ task_ids: ['t-9'], delete: true }]);
  await screen.unmount();
  const again = await show(lines(MEETING));
  await more('Prices', 'Make it a task');
  const dialog = again.getByRole('dialog', { name: 'Make it a task' });
  await dialog.getByRole('combobox', { name: 'Project' }).selectOptions('Website');
  server.refuseNext('POST agendaItemToTask/{id}', 403, 'forbidden', 'Not there.');
  await finish(dialog, 'Make task');
  await expect.element(again.getByText('No task was made of “Prices”. Not there.')).toBeVisible();
  const { occurrence } = MEETING;
  expect(server.inputs('POST agendaItemToTask/{id}')).toEqual([
    { id: 'a-1', occurrence },
    { id: 'a-1', occurrence, project_id: 'p-web' },
  ]);
});

test('a task is linked to a line and unlinked, which Ctrl+Z puts back', async () => {
  const found = { _id: 't-2', key: 'WEB-2', title: 'Measure the doors' };
  for (const name of ['GET taskList', 'GET searchResult']) server.onAny(name, () => list([found]));
  const linked = SHARED.agenda[1] as AgendaItemRecord;
  server.on('PATCH agendaItem/{id}', ({ task_id }) => ({
    ...{ ...linked, task: task_id === 't-1' ? linked.task : null },
    version: edits().length + 1,
  }));
  const screen = await show(lines(SHARED));
  const late = server.hold('PATCH agendaItem/{id}');
  await more('Margins', 'Unlink the task');
  await late.reached;
  await expect.element(screen.getByRole('link', { name: /WEB-1/ })).not.toBeInTheDocument();
  late.release();
  await expect.poll(edits).toMatchObject([{ id: 'a-2', task_id: null }]);
  await takeBack();
  await expect.poll(edits).toMatchObject([{}, { id: 'a-2', task_id: 't-1', version: 2 }]);
  await more('Prices', 'Link a task');
  const dialog = screen.getByRole('dialog', { name: 'Link a task' });
  await dialog.getByRole('combobox', { name: 'Find a task' }).fill('WEB-2');
  await dialog.getByRole('option', { name: /Measure the doors/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(edits).toMatchObject([{}, {}, { id: 'a-1', task_id: 't-2' }]);
});

test('who may not write reads the agenda: nothing is offered, no box is ticked; an empty one says so', async () => {
  const read = { ...SHARED, rights: { ...SHARED.rights, write: false } };
  const screen = await show(lines(read));
  await expect.element(screen.getByRole('checkbox', { name: 'Done: Prices' })).toBeDisabled();
  expect(screen.getByRole('button').elements()).toHaveLength(0);
  expect(screen.getByRole('textbox').elements()).toHaveLength(0);
  await screen.showAgain(lines({ ...read, agenda: [] }));
  await expect.element(screen.getByText('Nothing yet.', { exact: true })).toBeVisible();
});

test('N begins a meeting, but neither in a field nor with another key held nor where letters are switched off', async () => {
  server.on('POST freeBusy', () => ({ members: [], first_free: null }));
  const screen = await show(
    <>
      <input aria-label="Words" />
      <NewMeeting choices={CHOICES} />
    </>,
  );
  const dialog = screen.getByRole('dialog', { name: 'New meeting' });
  await pressOn(screen.getByRole('textbox', { name: 'Words' }), 'n');
  (screen.getByRole('textbox', { name: 'Words' }).element() as HTMLElement).blur();
  await userEvent.keyboard('{Shift>}N{/Shift}{Alt>}n{/Alt}');
  setSingleKeys(false);
  await userEvent.keyboard('n');
  setSingleKeys(true);
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(dialog).toBeVisible();
});

test('a meeting that somebody changes draws the page anew, once for several changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await show(<MeetingRefresh />);
  for (const channel of [`private-user-${PEOPLE.leader._id}`, 'private-project-p-web'])
    live.say(channel, 'meeting.changed', { id: 'm-1' });
  live.say('private-project-p-web', 'task.changed', { id: 't-1' });
  expect(navigation.refreshes).toBe(0);
  vi.advanceTimersByTime(500);
  expect(navigation.refreshes).toBe(1);
});
