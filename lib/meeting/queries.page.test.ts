import { describe, expect, test } from 'vitest';
import { answerMeeting, cancelMeeting, createMeeting, editMeeting, restoreMeeting } from '@/lib/meeting/commands';
import { addAgendaItem, agendaItemToTask, editAgendaItem } from '@/lib/meeting/commands.agenda';
import { meetingsToday } from '@/lib/meeting/queries.own';
import { choicesOf, readMeetingPage } from '@/lib/meeting/queries.page';
import { projectMeetings } from '@/lib/meeting/queries.project';
import { AddAgendaItem, AnswerMeeting, CancelMeeting, CreateMeeting, EditMeeting } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { person, told, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';

type Input = Record<string, unknown>;
const APP = fixtureId('acme.APP');
const DAY = 86_400_000;
const at = (day: string, hour = 10) => `2099-03-${day}T${hour}:00:00.000Z`;
const make = (ctx: Ctx, more: Input = {}) =>
  createMeeting(
    ctx,
    CreateMeeting.parse({ title: 'Standup', starts_at: at('04'), duration_minutes: 30, time_zone: 'UTC', ...more }),
  );
const series = (ctx: Ctx, more: Input = {}) => make(ctx, { rrule: 'FREQ=DAILY;COUNT=9', ...more });
const edit = (ctx: Ctx, id: string, more: Input) => editMeeting(ctx, EditMeeting.parse({ id, ...more }));
const cancel = (ctx: Ctx, id: string, more: Input = {}) => cancelMeeting(ctx, CancelMeeting.parse({ id, ...more }));
const archive = (ctx: Ctx) => ctx.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
/** The field that is named, or else the code. */
const refusalOf = async (work: Promise<unknown>) => {
  const { code, details } = await failureOf(work);
  return code === 'invalid' ? Object.keys(details.errors ?? {}).join() : code;
};

describe('the page of meetings', () => {
  asLeader('looks 200 days ahead for the next one', async (ctx) => {
    await make(ctx, { starts_at: '2099-06-01T10:00:00Z' });
    await make(ctx, { title: 'Second', starts_at: '2099-06-02T10:00:00Z' });
    expect(await readMeetingPage(ctx, { date: '2098-11-14' })).toMatchObject({ lines: [], next: { title: 'Standup' } });
    expect(await readMeetingPage(ctx, { date: '2098-11-13' })).toMatchObject({ lines: [], next: null });
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

  asLeader('has the days of its view, or in their place the meeting of a series that is named', async (ctx) => {
    const { _id, occurrence } = await series(ctx);
    const page = (view: string, more = {}) => readMeetingPage(ctx, { view, date: '2099-03-05', ...more });
    expect(await page('day')).toMatchObject({ before: '2099-03-04', after: '2099-03-06', calendar: { days: [{}] } });
    const month = await page('month');
    expect([month.before.slice(0, 7), month.after.slice(0, 7)]).toEqual(['2099-02', '2099-04']);
    expect(month).toMatchObject({ lines: [], next: null, daysOff: {} });
    const named = { meeting: _id, occurrence: at('06') };
    expect(await page('month', named)).toMatchObject({ calendar: null, detail: { occurrence: at('06') } });
    // Of a list it stands before the days.
    const list = await page('agenda', { meeting: _id });
    expect(list).toMatchObject({ detail: { occurrence }, next: null });
    expect(list.lines).toHaveLength(8);
  });
});

test.each<[seat: string, of: string, projects: string[] | null]>([
  ['admin', 'any project', ['Loyalty app', 'Website relaunch']],
  ['leader', 'any project', ['Website relaunch']],
  ['user', 'WEB', ['Website relaunch']],
  ['outsider', 'any project', []],
  ['outsider', 'WEB', null],
  ['leader', 'APP', null],
  ['client', 'WEB', null],
  ['observer', 'WEB', null],
])('%s can make a meeting of %s that belongs to %s', (seat, of, projects) =>
  asMember(`acme.${seat}`, async (ctx) => {
    const found = await choicesOf(ctx, { WEB, APP }[of] ?? null);
    expect(found?.projects.map(({ name }) => name) ?? null).toEqual(projects);
  }),
);

asLeader('a client sees of a project no meeting of the team, and arranges none', async (ctx) => {
  await make(ctx, { project_id: WEB });
  await ctx.settle();
  const client = await become(ctx, 'acme.client');
  expect(await projectMeetings(client, WEB, '2099-03-01')).toMatchObject({ lines: [], next: null, choices: null });
});

asLeader('today’s meetings are one’s own of that day, cancelled ones too', async (ctx) => {
  const noon = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  const on = (day: number, title: string) =>
    make(ctx, { title, starts_at: new Date(noon + day * DAY).toISOString(), duration_minutes: 10 });
  await on(-1, 'Yesterday');
  const { _id } = await on(0, 'Today');
  await on(1, 'Tomorrow');
  await make(await become(ctx, 'acme.user'), { project_id: WEB, starts_at: new Date(noon).toISOString() });
  await become(ctx, 'acme.leader');
  await cancel(ctx, _id);
  const lines = await meetingsToday(ctx);
  expect(lines.map(({ title, status }) => [title, status])).toEqual([['Today', 'cancelled']]);
});

asLeader(
  'who is invited hears what becomes of a meeting, and of an answer the organiser alone',
  async (ctx, effects) => {
    const { _id: id } = await make(ctx, { attendee_ids: [person('user'), person('user2')] });
    await ctx.settle();
    const user = await become(ctx, 'acme.user', effects);
    await answerMeeting(user, AnswerMeeting.parse({ id, answer: 'yes' }));
    await user.settle();
    const leader = await become(ctx, 'acme.leader', effects);
    await edit(leader, id, { place: 'Hall' });
    await cancel(leader, id);
    await restoreMeeting(leader, { id });
    const both = (kind: string) => ['user', 'user2'].map((seat) => [`meeting.${kind}`, person(seat)]);
    const heard = [
      ...['created', 'changed', 'cancelled', 'restored'].flatMap(both),
      ['meeting.answered', person('leader')],
    ];
    expect(told(effects).sort()).toEqual(heard.sort());
  },
);

const OVER = { starts_at: '2020-01-01T10:00:00Z' };
asLeader.each<[what: string, on: string, work: (ctx: Ctx) => Promise<unknown>]>([
  ['with somebody who waits', 'attendee_ids', (ctx) => make(ctx, { attendee_ids: [person('pending')] })],
  ['with somebody who is gone', 'attendee_ids', (ctx) => make(ctx, { attendee_ids: [person('gone')] })],
  ['of the team with a client', 'audience', (ctx) => make(ctx, { attendee_ids: [person('client')] })],
  ['in a project of others', 'not_found', (ctx) => make(ctx, { project_id: APP })],
  [
    'that a client is invited to, for the team',
    'audience',
    async (ctx) => {
      const { _id } = await make(ctx, { audience: 'client', attendee_ids: [person('client')] });
      await edit(ctx, _id, { audience: 'internal' });
    },
  ],
  [
    'that its series does not have',
    'not_found',
    async (ctx) => edit(ctx, (await series(ctx))._id, { occurrence: at('05', 11), title: 'x' }),
  ],
  [
    'of a series that is over, by another name',
    'scope',
    async (ctx) => edit(ctx, (await series(ctx, OVER))._id, { scope: 'all', title: 'x' }),
  ],
  [
    'of a series that is over, cancelled',
    'conflict',
    async (ctx) => cancel(ctx, (await series(ctx, OVER))._id, { scope: 'all' }),
  ],
  [
    'that is brought back into an archived project',
    'conflict',
    async (ctx) => {
      const { _id: id } = await cancel(ctx, (await make(ctx, { project_id: WEB }))._id);
      await archive(ctx);
      await restoreMeeting(ctx, { id });
    },
  ],
])('there is no meeting %s: %s', async (ctx, _what, on, work) => {
  expect(await refusalOf(work(ctx))).toBe(on);
});

describe('a line of an agenda', () => {
  const add = async (ctx: Ctx, more: Input = {}) => {
    const { _id: meeting_id } = await make(ctx, { project_id: WEB });
    return addAgendaItem(ctx, AddAgendaItem.parse({ meeting_id, title: 'Prices', ...more }));
  };

  asLeader('has no task that is not there, stands after no other’s, and becomes one task', async (ctx) => {
    const { _id: id } = await add(ctx);
    expect(await refusalOf(editAgendaItem(ctx, { id, version: 1, task_id: newId() }))).toBe('not_found');
    expect(await refusalOf(add(ctx, { after_id: id }))).toBe('after_id');
    const { task } = await agendaItemToTask(ctx, { id });
    expect(task).not.toBeNull();
    expect((await failureOf(agendaItemToTask(ctx, { id }))).details.current).toMatchObject({ task });
  });

  asLeader.each([
    ['user', true],
    ['outsider', false],
  ] as const)('makes a task for its owner, if they can be given it: %s %s', async (ctx, seat, given) => {
    const { task } = await agendaItemToTask(ctx, { id: (await add(ctx, { owner_id: person(seat) }))._id });
    const people = await ctx.db.taskAssignee.findMany({ where: { taskId: task?._id ?? '' } });
    expect(people.map(({ memberId }) => memberId)).toEqual(given ? [person(seat)] : []);
  });
});
