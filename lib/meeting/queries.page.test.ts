import { describe, expect, test } from 'vitest';
import { answerMeeting, cancelMeeting, createMeeting, editMeeting, restoreMeeting } from '@/lib/meeting/commands';
import { addAgendaItem, agendaItemToTask, deleteAgendaItem, editAgendaItem } from '@/lib/meeting/commands.agenda';
import { meetingsBetween } from '@/lib/meeting/queries';
import { meetingsToday, nextMeeting } from '@/lib/meeting/queries.own';
import { choicesOf, readMeetingPage } from '@/lib/meeting/queries.page';
import { projectMeetings } from '@/lib/meeting/queries.project';
import {
  AddAgendaItem,
  AnswerMeeting,
  CancelMeeting,
  CreateMeeting,
  EditAgendaItem,
  EditMeeting,
  RestoreMeeting,
} from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { person, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';

type Input = Record<string, unknown>;
const APP = fixtureId('acme.APP');
const DAY = 86_400_000;
const at = (day: string, hour = 10) => `2099-03-${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const make = (ctx: Ctx, more: Input = {}) =>
  createMeeting(
    ctx,
    CreateMeeting.parse({ title: 'Standup', starts_at: at('04'), duration_minutes: 30, time_zone: 'UTC', ...more }),
  );
const series = (ctx: Ctx, more: Input = {}) => make(ctx, { rrule: 'FREQ=DAILY;COUNT=9', ...more });
const edit = (ctx: Ctx, id: string, more: Input) => editMeeting(ctx, EditMeeting.parse({ id, ...more }));
const cancel = (ctx: Ctx, id: string, more: Input = {}) => cancelMeeting(ctx, CancelMeeting.parse({ id, ...more }));
const restore = (ctx: Ctx, id: string, more: Input = {}) => restoreMeeting(ctx, RestoreMeeting.parse({ id, ...more }));
const titles = (lines: readonly { title: string }[]) => lines.map(({ title }) => title);
const archive = (ctx: Ctx) => ctx.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });

describe('the page of meetings', () => {
  asLeader('is of one’s own, or of all that one sees, for two weeks from its day on', async (ctx) => {
    await make(ctx, { title: 'First', starts_at: at('01', 0) });
    await make(ctx, { title: 'Last', starts_at: at('14', 23) });
    await make(ctx, { title: 'Too late', starts_at: at('15', 0) });
    await make(ctx, { title: 'Too early', starts_at: '2099-02-28T22:00:00Z' });
    await make(await become(ctx, 'acme.user'), { title: 'Theirs', project_id: WEB });
    await become(ctx, 'acme.leader');
    const mine = await readMeetingPage(ctx, { date: '2099-03-01' });
    expect(titles(mine.lines)).toEqual(['First', 'Last']);
    expect(mine).toMatchObject({ view: 'agenda', mine: true, day: '2099-03-01', next: null, detail: null, zone: null });
    expect([mine.before, mine.after]).toEqual(['2099-02-15', '2099-03-15']);
    const all = await readMeetingPage(ctx, { date: '2099-03-01', who: 'all', view: 'odd', zone: 'Europe/Berlin' });
    expect(titles(all.lines)).toEqual(['First', 'Theirs', 'Last']);
    expect(all).toMatchObject({ view: 'agenda', mine: false, zone: 'Europe/Berlin' });
    expect((await readMeetingPage(ctx, { zone: 'Mars/Base', date: '2099-02-30' })).zone).toBeNull();
  });

  asLeader('names the next one where none is in its days, within 200 days', async (ctx) => {
    await make(ctx, { title: 'Later', starts_at: '2099-06-01T10:00:00Z' });
    await make(ctx, { title: 'Latest', starts_at: '2099-06-02T10:00:00Z' });
    const page = (date: string) => readMeetingPage(ctx, { date });
    expect(await page('2099-05-01')).toMatchObject({ lines: [], next: { title: 'Later' } });
    expect(await page('2099-05-20')).toMatchObject({ lines: [{}, {}], next: null });
    expect(await page('2098-11-14')).toMatchObject({ next: { title: 'Later' } });
    expect(await page('2098-11-13')).toMatchObject({ lines: [], next: null });
  });

  asLeader('marks days off, and holidays among them', async (ctx) => {
    const admin = await become(ctx, 'acme.admin');
    await admin.db.organisation.updateMany({ data: { holidays: ['2099-03-04', '2099-04-01'] as never } });
    const { daysOff } = await readMeetingPage(await become(ctx, 'acme.leader'), { date: '2099-03-01' });
    expect(daysOff).toEqual({
      ...{ '2099-03-01': 'off', '2099-03-07': 'off', '2099-03-08': 'off', '2099-03-14': 'off' },
      '2099-03-04': 'holiday',
    });
  });

  asLeader('as a calendar has the days of its length, and a meeting that is named stands in its place', async (ctx) => {
    const { _id, occurrence } = await series(ctx);
    const page = (view: string, more = {}) => readMeetingPage(ctx, { view, date: '2099-03-05', ...more });
    expect((await page('day')).calendar?.days).toHaveLength(1);
    const week = await page('week');
    expect(week.calendar?.days).toHaveLength(7);
    expect([week.before, week.after]).toEqual(['2099-02-26', '2099-03-12']);
    const month = await page('month');
    expect(month.calendar?.days.length).toBeGreaterThanOrEqual(28);
    expect([month.before.slice(0, 7), month.after.slice(0, 7)]).toEqual(['2099-02', '2099-04']);
    expect(month).toMatchObject({ lines: [], next: null, daysOff: {} });
    const named = { meeting: _id, occurrence: at('06') };
    expect(await page('month', named)).toMatchObject({ calendar: null, detail: { occurrence: at('06') } });
    const list = await page('agenda', { meeting: _id });
    expect(list.detail?.occurrence).toBe(occurrence);
    expect(list.lines).toHaveLength(8);
    expect(await page('day', { meeting: 'odd' })).toMatchObject({ detail: null, calendar: { days: [{}] } });
    expect((await failureOf(page('day', { meeting: newId() }))).code).toBe('not_found');
    const other = await become(ctx, 'acme.user');
    expect((await failureOf(readMeetingPage(other, { meeting: _id }))).code).toBe('not_found');
  });
});

test.each<[seat: string, project: string | null, projects: string[] | null]>([
  ['admin', null, ['Loyalty app', 'Website relaunch']],
  ['leader', null, ['Website relaunch']],
  ['user', WEB, ['Website relaunch']],
  ['outsider', null, []],
  ['outsider', WEB, null],
  ['leader', APP, null],
  ['client', null, null],
  ['client', WEB, null],
  ['observer', null, null],
])('a meeting that %s makes in %s may belong to %s', (seat, project, projects) =>
  asMember(`acme.${seat}`, async (ctx) => {
    const found = await choicesOf(ctx, project);
    expect(found?.projects.map(({ name }) => name) ?? null).toEqual(projects);
  }),
);

asLeader('to a meeting are invited those who are active, but oneself; archived projects have none', async (ctx) => {
  const { people = [] } = (await choicesOf(ctx)) ?? {};
  const seats = 'admin both client client2 lead2 observer outsider subadmin user user2'.split(' ');
  expect(people.map(({ name }) => name)).toEqual(seats.map((seat) => `${seat} of acme`));
  expect(people.filter(({ client }) => client).map(({ _id }) => _id)).toEqual([person('client'), person('client2')]);
  await archive(ctx);
  expect((await choicesOf(ctx))?.projects).toEqual([]);
});

asLeader('a project shows its own meetings, of everybody, and its next', async (ctx) => {
  await make(await become(ctx, 'acme.user'), { title: 'Of the project', project_id: WEB });
  await become(ctx, 'acme.leader');
  await make(ctx, { title: 'Of none' });
  const shown = await projectMeetings(ctx, WEB, '2099-03-01');
  expect(titles(shown.lines)).toEqual(['Of the project']);
  expect(shown).toMatchObject({ before: '2099-02-15', after: '2099-03-15', next: null, address: null });
  expect(shown.choices).not.toBeNull();
  expect(await projectMeetings(ctx, WEB, '2099-02-01')).toMatchObject({ lines: [], next: { title: 'Of the project' } });
  expect((await projectMeetings(ctx, WEB, '')).day).toBe(shown.today);
  const client = await become(ctx, 'acme.client');
  expect(await projectMeetings(client, WEB, '2099-03-01')).toMatchObject({ lines: [], choices: null });
});

asLeader('today’s meetings are one’s own of that day; the next is the first that takes place', async (ctx) => {
  const noon = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  const on = (day: number, title: string) =>
    make(ctx, { title, starts_at: new Date(noon + day * DAY).toISOString(), duration_minutes: 10 });
  const soon = await on(2, 'Cancelled');
  for (const [day, title] of [
    [-1, 'Yesterday'],
    [0, 'Today'],
    [1, 'Tomorrow'],
    [3, 'Next'],
    [40, 'Far'],
  ] as const)
    await on(day, title);
  await make(await become(ctx, 'acme.user'), { project_id: WEB, starts_at: new Date(noon).toISOString() });
  await become(ctx, 'acme.leader');
  expect(titles(await meetingsToday(ctx))).toEqual(['Today']);
  await cancel(ctx, soon._id);
  for (const { _id, title } of await meetingsBetween(ctx, { from: noon - DAY, to: noon + 2 * DAY }))
    if (title !== 'Yesterday' && title !== 'Cancelled' && title !== 'Standup') await cancel(ctx, _id);
  expect(await nextMeeting(ctx)).toMatchObject({ title: 'Next' });
  expect(await meetingsToday(ctx)).toMatchObject([{ title: 'Today', status: 'cancelled' }]);
});

describe('what cannot be is refused in words', () => {
  type Case = [what: string, on: string, work: (ctx: Ctx) => Promise<unknown>];
  const past = { starts_at: '2020-01-01T10:00:00Z' };
  asLeader.each<Case>([
    ['somebody who is not there', 'attendee_ids', (ctx) => make(ctx, { attendee_ids: [newId()] })],
    ['somebody who waits', 'attendee_ids', (ctx) => make(ctx, { attendee_ids: [person('pending')] })],
    ['somebody who is gone', 'attendee_ids', (ctx) => make(ctx, { attendee_ids: [person('gone')] })],
    ['a client within the team', 'audience', (ctx) => make(ctx, { attendee_ids: [person('client')] })],
    ['an archived project', 'conflict', async (ctx) => (await archive(ctx)) && make(ctx, { project_id: WEB })],
    ['a project of others', 'not_found', (ctx) => make(ctx, { project_id: APP })],
    [
      'another project that is archived',
      'conflict',
      async (ctx) => {
        const { _id } = await make(ctx);
        await archive(ctx);
        await edit(ctx, _id, { project_id: WEB });
      },
    ],
    [
      'to invite a client later',
      'audience',
      async (ctx) => edit(ctx, (await make(ctx))._id, { attendee_ids: [person('client')] }),
    ],
    [
      'to close it to a client who is invited',
      'audience',
      async (ctx) =>
        edit(ctx, (await make(ctx, { audience: 'client', attendee_ids: [person('client')] }))._id, {
          audience: 'internal',
        }),
    ],
    [
      'more than 14 days',
      'ends_at',
      async (ctx) => edit(ctx, (await make(ctx))._id, { ends_at: '2099-03-18T10:01:00Z' }),
    ],
    [
      'one of a series that is not named',
      'occurrence',
      async (ctx) => edit(ctx, (await series(ctx))._id, { scope: 'this', title: 'x' }),
    ],
    [
      'one that is not of the series',
      'not_found',
      async (ctx) => edit(ctx, (await series(ctx))._id, { occurrence: at('05', 11), title: 'x' }),
    ],
    [
      'another rule for parts',
      'rrule',
      async (ctx) => {
        const { _id } = await series(ctx);
        await edit(ctx, _id, { scope: 'following', occurrence: at('07'), duration_minutes: 45 });
        await edit(ctx, _id, { scope: 'all', rrule: 'FREQ=WEEKLY;COUNT=3' });
      },
    ],
    [
      'words of a series that is over',
      'scope',
      async (ctx) => edit(ctx, (await series(ctx, past))._id, { scope: 'all', title: 'x' }),
    ],
    [
      'to cancel a series that is over',
      'conflict',
      async (ctx) => cancel(ctx, (await series(ctx, past))._id, { scope: 'all' }),
    ],
    [
      'to cancel one twice',
      'conflict',
      async (ctx) => {
        const { _id } = await series(ctx);
        for (const scope of ['this', 'this']) await cancel(ctx, _id, { scope, occurrence: at('05') });
      },
    ],
    [
      'to change what is cancelled',
      'conflict',
      async (ctx) => edit(ctx, (await cancel(ctx, (await make(ctx))._id))._id, { title: 'x' }),
    ],
    [
      'to answer what is cancelled',
      'conflict',
      async (ctx) =>
        answerMeeting(ctx, AnswerMeeting.parse({ id: (await cancel(ctx, (await make(ctx))._id))._id, answer: 'yes' })),
    ],
    ['to bring back what takes place', 'conflict', async (ctx) => restore(ctx, (await make(ctx))._id)],
    [
      'to bring back one that takes place',
      'conflict',
      async (ctx) => restore(ctx, (await series(ctx))._id, { scope: 'this', occurrence: at('05') }),
    ],
    [
      'to bring it back into an archived project',
      'conflict',
      async (ctx) => {
        const { _id } = await cancel(ctx, (await make(ctx, { project_id: WEB }))._id);
        await archive(ctx);
        await restore(ctx, _id);
      },
    ],
  ])('%s: %s', async (ctx, _what, on, work) => {
    const { code, details } = await failureOf(work(ctx));
    expect(code === 'invalid' ? Object.keys(details.errors ?? {}) : code).toEqual(code === 'invalid' ? [on] : on);
  });
});

describe('a change of a meeting', () => {
  asLeader('keeps what it does not name, and takes all that it names', async (ctx) => {
    const own = { place: 'Hall', url: 'https://meet.example/a', reminders: [10] };
    const { _id: id } = await make(ctx, own);
    for (const one of [
      ...[{ title: 'Retro' }, { place: '' }, { url: 'https://meet.example/b' }, { reminders: [5, 60] }],
      ...[{ audience: 'client' }, { project_id: WEB }, { project_id: null }, { duration_minutes: 45 }],
      ...[{ starts_at: at('05') }, { time_zone: 'Europe/Berlin' }, { all_day: true }],
    ] as Input[]) {
      const before = await edit(ctx, id, {});
      const after = await edit(ctx, id, one);
      expect(after).toMatchObject(one.all_day || one.starts_at ? {} : one);
      expect(after.version).toBeGreaterThanOrEqual(before.version);
    }
    expect(await edit(ctx, id, {})).toMatchObject({
      ...{ title: 'Retro', place: '', url: 'https://meet.example/b', reminders: [5, 60], audience: 'client' },
      ...{ project_id: null, time_zone: 'Europe/Berlin', all_day: true },
    });
  });

  asLeader('makes a series of one that took place once, and from one on another rule', async (ctx) => {
    const { _id } = await make(ctx);
    expect(await edit(ctx, _id, { rrule: 'FREQ=DAILY;COUNT=5' })).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=5' });
    await edit(ctx, _id, { scope: 'following', occurrence: at('06'), rrule: 'FREQ=WEEKLY;COUNT=2' });
    const lines = await meetingsBetween(ctx, { from: Date.parse(at('01')), to: Date.parse('2099-05-01T00:00Z') });
    expect(lines.map(({ starts_at }) => starts_at)).toEqual([at('04'), at('05'), at('06'), at('13')]);
  });
});

describe('an agenda', () => {
  const add = (ctx: Ctx, meeting_id: string, title: string, more: Input = {}) =>
    addAgendaItem(ctx, AddAgendaItem.parse({ meeting_id, title, ...more }));
  const change = (ctx: Ctx, id: string, more: Input) =>
    editAgendaItem(ctx, EditAgendaItem.parse({ id, version: 1, ...more }));
  const order = async (ctx: Ctx, id: string) => titles((await edit(ctx, id, {})).agenda);

  asLeader('has its lines where they are put: first, last, or after another', async (ctx) => {
    const { _id } = await make(ctx);
    const a = await add(ctx, _id, 'A');
    const c = await add(ctx, _id, 'C');
    await add(ctx, _id, 'B', { after_id: a._id });
    await add(ctx, _id, 'Top', { after_id: null });
    expect(await order(ctx, _id)).toEqual(['Top', 'A', 'B', 'C']);
    await change(ctx, c._id, { after_id: a._id });
    expect(await order(ctx, _id)).toEqual(['Top', 'A', 'C', 'B']);
    await change(ctx, a._id, { after_id: null });
    expect(await order(ctx, _id)).toEqual(['A', 'Top', 'C', 'B']);
    expect(await change(ctx, c._id, { version: 2, owner_id: person('user'), minutes: 5 })).toMatchObject({
      ...{ owner: { _id: person('user') }, minutes: 5 },
    });
    expect(await change(ctx, c._id, { version: 3, owner_id: null, minutes: null })).toMatchObject({
      ...{ owner: null, minutes: null, title: 'C' },
    });
  });

  asLeader.each<[what: string, on: string, work: (ctx: Ctx, line: string, meeting: string) => Promise<unknown>]>([
    ['an owner who is not there', 'owner_id', (ctx, id) => change(ctx, id, { owner_id: newId() })],
    ['an owner who is gone', 'owner_id', (ctx, _, id) => add(ctx, id, 'x', { owner_id: person('gone') })],
    ['a line for clients within the team', 'audience', (ctx, id) => change(ctx, id, { audience: 'client' })],
    ['a new line for clients within the team', 'audience', (ctx, _, id) => add(ctx, id, 'x', { audience: 'client' })],
    ['a place after nothing', 'after_id', (ctx, _, id) => add(ctx, id, 'x', { after_id: newId() })],
    ['a task of no project', 'project_id', (ctx, id) => agendaItemToTask(ctx, { id })],
    ['a task that is not there', 'not_found', (ctx, id) => change(ctx, id, { task_id: newId() })],
    [
      'a change of what was removed',
      'not_found',
      async (ctx, id) => {
        await deleteAgendaItem(ctx, { id });
        await change(ctx, id, { version: 2, done: true });
      },
    ],
    [
      'to remove it twice',
      'not_found',
      async (ctx, id) => (await deleteAgendaItem(ctx, { id })) && deleteAgendaItem(ctx, { id }),
    ],
    [
      'a task of what was removed',
      'not_found',
      async (ctx, id) => (await deleteAgendaItem(ctx, { id })) && agendaItemToTask(ctx, { id, project_id: WEB }),
    ],
    [
      'a second task',
      'conflict',
      async (ctx, id) => {
        for (const project_id of [WEB, WEB]) await agendaItemToTask(ctx, { id, project_id });
      },
    ],
  ])('refuses %s: %s', async (ctx, _what, on, work) => {
    const { _id } = await make(ctx);
    const line = await add(ctx, _id, 'Prices');
    const { code, details } = await failureOf(work(ctx, line._id, _id));
    expect(code === 'invalid' ? Object.keys(details.errors ?? {}) : code).toEqual(code === 'invalid' ? [on] : on);
  });

  asLeader('makes its task for the line’s owner, and for nobody where they cannot be given it', async (ctx) => {
    const { _id } = await make(ctx, { project_id: WEB });
    for (const [seat, assigned] of [
      ['user', true],
      ['outsider', false],
    ] as const) {
      const { _id: id } = await add(ctx, _id, `For ${seat}`, { owner_id: person(seat) });
      const { task } = await agendaItemToTask(ctx, { id });
      const given = await ctx.db.taskAssignee.findMany({ where: { taskId: task?._id as string } });
      expect(given.map(({ memberId }) => memberId)).toEqual(assigned ? [fixtureId(`acme.${seat}`)] : []);
    }
  });
});
