import { describe, expect, test } from 'vitest';
import { newEffects } from '@/lib/effects';
import { toFailure } from '@/lib/errors';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { deleteTask, purgeTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { outcomes, person, task, told, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader, asUser } from '@/lib/test/test-as';
import { deleteTime, editTime, logTime, startTimer, stopTimer } from '@/lib/time-entry/commands';
import { lockWeek } from '@/lib/time-entry/commands.week';
import { getTimer, listEntries } from '@/lib/time-entry/queries';
import { listTimeKeepers } from '@/lib/time-entry/queries.people';
import { reportTime, totalTime } from '@/lib/time-entry/queries.report';
import { getTimeSheet } from '@/lib/time-entry/queries.sheet';
import { AskTimeSheet, EditTime, ListTime, LockWeek, LogTime, ReportTime, StartTimer } from '@/lib/time-entry/schema';
import { newId } from '@/lib/validation';

type Input = Record<string, unknown>;
const log = (ctx: Ctx, input: Input = {}) =>
  logTime(ctx, LogTime.parse({ task_id: 'WEB-1', ...(!input.ended_at && { minutes: 90 }), ...input }));
const edit = (ctx: Ctx, id: string, input: Input) => editTime(ctx, EditTime.parse({ id, version: 1, ...input }));
const list = async (ctx: Ctx, input: Input = {}) => (await listEntries(ctx, ListTime.parse(input))).docs;
const start = (ctx: Ctx, key: string) => startTimer(ctx, StartTimer.parse({ task_id: key }));
const spent = async (ctx: Ctx, key = 'WEB-1') => (await getTask(ctx, { id: key })).time;
const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();

async function inZone({ db }: Ctx, zone: string) {
  await db.$executeRaw`reset role`;
  await db.$executeRaw`update organisation set time_zone = ${zone} where id = ${fixtureId('acme')}::uuid`;
  await db.$executeRaw`set local role tenant`;
}

const owner = ownerClient();
const forget = () => owner.query('delete from time_entry where org_id = $1', [fixtureId('acme')]);

describe('logging time', () => {
  test('counts for the task, with a line of history for the team and a message to open pages', () =>
    asMember('acme.user', async (ctx, effects) => {
      expect(await spent(ctx)).toEqual({ spent_minutes: 0, started_at: null });
      const entry = await log(ctx, { note: 'Layout' });
      await log(ctx, { started_at: hours(3), ended_at: hours(2.5) });
      expect(entry).toMatchObject({ minutes: 90, note: 'Layout', task_key: 'WEB-1', member_id: person('user') });
      const { time, activity } = await getTask(ctx, { id: 'WEB-1' });
      expect(time).toEqual({ spent_minutes: 120, started_at: null });
      expect(activity[0]?.says).toBe('spent 30 min on this task');
      expect(effects.activities.map(({ audience }) => audience)).toEqual(['internal', 'internal']);
      expect(effects.events).toMatchObject([{ type: 'time.changed', taskId: task('WEB-1') }, { type: 'time.changed' }]);
      expect((await list(ctx, { task_id: 'WEB-1' })).map(({ minutes }) => minutes)).toEqual([90, 30]);
    }));

  test.each([
    ['nothing', {}],
    ['no end', { started_at: hours(1) }],
    ['two ends', { minutes: 30, ended_at: hours(1), started_at: hours(2) }],
    ['an end before it began', { started_at: hours(1), ended_at: hours(2) }],
    ['more than a day', { started_at: hours(30), ended_at: hours(1) }],
    ['no minutes', { minutes: 0 }],
    ['a day without a time', { started_at: '2026-11-21', minutes: 30 }],
  ])('refuses %s', (_, input) => expect(LogTime.safeParse({ task_id: 'WEB-1', ...input }).success).toBe(false));

  asLeader('refuses the future, and tasks in the bin', async (ctx) => {
    expect(await codeOf(log(ctx, { started_at: hours(1), minutes: 120 }))).toBe('invalid');
    await deleteTask(ctx, { id: 'WEB-1' });
    for (const work of [log(ctx), start(ctx, 'WEB-1')]) expect(await codeOf(work)).toBe('conflict');
    expect(await list(ctx)).toEqual([]);
  });

  asLeader('is found by person and by day, by the organisation’s clock', async (ctx) => {
    await log(ctx, { started_at: '2026-01-05T23:30:00Z', minutes: 60 });
    expect(await list(ctx, { from: '2026-01-05', to: '2026-01-05' })).toHaveLength(1);
    expect(await list(ctx, { from: '2026-01-06', member_id: person('leader') })).toEqual([]);
    await inZone(ctx, 'Europe/Warsaw');
    expect(await list(ctx, { from: '2026-01-06', to: '2026-01-06', member_id: person('leader') })).toMatchObject([
      { day: '2026-01-06', locked: false },
    ]);
    expect(await list(ctx, { member_id: person('user') })).toEqual([]);
  });
});

test('an entry is changed and removed by whose it is alone', async () => {
  const { _id: id } = await asMemberCommitted('acme.user', (ctx) => log(ctx));
  const nobodyElse = { 'acme.admin': 'forbidden', 'acme.leader': 'forbidden', 'acme.observer': 'forbidden' };
  expect(await outcomes((ctx) => edit(ctx, id, { minutes: 30 }))).toMatchObject({ ...nobodyElse, 'acme.user': 'done' });
  expect(await outcomes((ctx) => deleteTime(ctx, { id }))).toMatchObject({ ...nobodyElse, 'acme.user': 'done' });
  await asMember('acme.client', async (ctx) => {
    expect(await codeOf(edit(ctx, id, { minutes: 30 }))).toBe('not_found');
    expect(await list(ctx)).toEqual([]);
    const shared = await getTask(ctx, { id: 'WEB-1' });
    expect(shared.time).toBeNull();
    expect(JSON.stringify(shared.activity)).not.toContain('spent');
  });
  await forget();
});

asUser('an entry takes other times and words; a stale version is refused with the entry as it is', async (ctx) => {
  const entry = await log(ctx, { started_at: hours(5), ended_at: hours(4) });
  const { _id: id } = entry;
  expect(await edit(ctx, id, { minutes: 45, note: 'Icons' })).toMatchObject({
    minutes: 45,
    note: 'Icons',
    version: 2,
  });
  expect(await failureOf(edit(ctx, id, { minutes: 10 }))).toMatchObject({
    code: 'conflict',
    details: { current: { minutes: 45 } },
  });
  expect(await codeOf(edit(ctx, id, { version: 2, started_at: hours(3) }))).toBe('invalid');
  expect(await edit(ctx, id, { version: 2, ended_at: hours(4) })).toMatchObject({ minutes: 60 });
  expect((await getTask(ctx, { id: 'WEB-1' })).activity[0]?.says).toBe('changed time spent from 45 min to 1 h');
  await deleteTime(ctx, { id });
  expect(await spent(ctx)).toMatchObject({ spent_minutes: 0 });
});

asUser('the timer runs for one task: starting it for another stops it, and its time is logged', async (ctx) => {
  const { running } = await start(ctx, 'WEB-1');
  expect(running).toMatchObject({ task_key: 'WEB-1', ended_at: null, minutes: null });
  expect((await getTimer(ctx)).running?._id).toBe(running?._id);
  expect(await spent(ctx)).toEqual({ spent_minutes: 0, started_at: running?.started_at });
  expect((await start(ctx, 'WEB-1')).running?._id).toBe(running?._id);
  expect(await codeOf(edit(ctx, running?._id ?? '', { minutes: 10 }))).toBe('conflict');
  expect(await codeOf(edit(ctx, running?._id ?? '', { started_at: hours(25) }))).toBe('invalid');
  await edit(ctx, running?._id ?? '', { started_at: hours(1) });
  const next = await start(ctx, 'WEB-2');
  expect(next).toMatchObject({ running: { task_key: 'WEB-2' }, stopped: { task_key: 'WEB-1', minutes: 60 } });
  expect(await spent(ctx)).toEqual({ spent_minutes: 60, started_at: null });
  expect((await stopTimer(ctx)).stopped).toMatchObject({ task_key: 'WEB-2', minutes: 0 });
  expect(await stopTimer(ctx)).toEqual({ running: null, stopped: null });
});

test('the timer is one for each person, however many tabs start it at once', async () => {
  const keys = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-1', 'WEB-2'];
  await Promise.all(keys.map((key) => asMemberCommitted('acme.user', (ctx) => start(ctx, key))));
  await asMemberCommitted('acme.leader', (ctx) => start(ctx, 'WEB-1'));
  const { rows } = await owner.query('select member_id from time_entry where ended_at is null order by member_id');
  expect(rows.map(({ member_id }) => member_id).sort()).toEqual([person('leader'), person('user')].sort());
  await forget();
});

test('the timer of a project that one has left is stopped by the next one', async () => {
  await asMemberCommitted('acme.user', (ctx) => start(ctx, 'WEB-1'));
  await asMember('acme.user', async (ctx) => {
    await ctx.db.$executeRaw`select set_config('app.project_ids', '{}', true)`;
    expect(await getTimer(ctx)).toEqual({ running: null, stopped: null });
    expect(await stopTimer(ctx)).toEqual({ running: null, stopped: null });
    await ctx.db.$executeRaw`select set_config('app.project_ids', ${`{${fixtureId('acme.WEB')}}`}, true)`;
    expect((await list(ctx)).map(({ ended_at }) => ended_at)).not.toContain(null);
  });
  await forget();
});

/** Entries of others are written as their owners could have. */
async function spend(ctx: Ctx, seat: string, key: string, minutes: number | null, began = '2031-03-03T10:00:00Z') {
  const { db } = ctx;
  const project = fixtureId(`acme.${key.split('-')[0]}`);
  await db.$executeRaw`reset role`;
  await db.$executeRaw`
    insert into time_entry (id, org_id, task_id, project_id, audience, member_id, started_at, ended_at)
    select ${newId()}::uuid, t.org_id, t.id, ${project}::uuid, t.audience, ${person(seat)}::uuid, ${began}::timestamptz,
           ${began}::timestamptz + make_interval(mins => ${minutes}::int)
      from task t where t.id = ${task(key)}::uuid`;
  await db.$executeRaw`set local role tenant`;
}

const report = async (ctx: Ctx, input: Record<string, unknown> = {}) =>
  (await reportTime(ctx, ReportTime.parse({ from: '2031-03-01', to: '2031-03-31', ...input }))).docs.map(
    ({ member_id, project, minutes, entries }) => [member_id, project?.key ?? null, minutes, entries],
  );

async function world(ctx: Ctx) {
  await spend(ctx, 'user2', 'WEB-1', 60);
  await spend(ctx, 'user2', 'WEB-2', 30);
  await spend(ctx, 'user2', 'APP-1', 15);
  await spend(ctx, 'leader', 'WEB-1', 45);
  await spend(ctx, 'user', 'WEB-1', null);
  await spend(ctx, 'leader', 'WEB-1', 500, '2031-04-01T00:00:00Z');
}

test('a report of time is by person and project, by person, or by project; of the organisation’s days; timers that run do not count', () =>
  asMember('acme.admin', async (ctx) => {
    await world(ctx);
    expect(await report(ctx)).toEqual([
      [person('user2'), 'WEB', 90, 2],
      [person('user2'), 'APP', 15, 1],
      [person('leader'), 'WEB', 45, 1],
    ]);
    expect(await report(ctx, { by: 'person' })).toEqual([
      [person('user2'), null, 105, 3],
      [person('leader'), null, 45, 1],
    ]);
    expect(await report(ctx, { by: 'project' })).toEqual([
      [null, 'WEB', 135, 3],
      [null, 'APP', 15, 1],
    ]);
    expect(await report(ctx, { project_id: WEB, member_id: person('leader') })).toEqual([
      [person('leader'), 'WEB', 45, 1],
    ]);
    expect(await report(ctx, { from: '2031-03-04' })).toEqual([]);
    expect(await totalTime(ctx, { from: '2031-03-01', to: '2031-03-31' })).toBe(150);
  }));

test('R01 a report of time tells everybody of the team what they see, observers all, clients and other organisations nothing', async () => {
  const seen: Record<string, unknown> = {};
  for (const who of ['admin', 'observer', 'leader', 'lead2', 'user2', 'outsider', 'client'])
    await asMember(`acme.${who}`, async (ctx) => {
      await world(ctx);
      seen[who] = (await report(ctx, { by: 'project' })).map(([, key, minutes]) => `${key} ${minutes}`).join();
    });
  expect(seen).toEqual({
    admin: 'WEB 135,APP 15',
    observer: 'WEB 135,APP 15',
    leader: 'WEB 135',
    lead2: 'APP 15',
    user2: 'WEB 135,APP 15',
    outsider: '',
    client: '',
  });
  await asMember('globex.admin', async (ctx) => expect(await report(ctx)).toEqual([]));
});

asAdmin('a report of time can be of anybody active in the team, by name', async (ctx) => {
  const people = async (who: string) => (await listTimeKeepers(await become(ctx, who))).map(({ _id }) => _id);
  const team = ['admin', 'both', 'lead2', 'leader', 'outsider', 'subadmin', 'user', 'user2'].map(person);
  expect(await people('acme.admin')).toEqual(team);
  expect(await people('acme.client')).not.toContain(person('lead2'));
});

asUser(
  'an entry is not lengthened beyond a day, nor into the future; only its note changes nothing of its time',
  async (ctx) => {
    const { _id: id } = await log(ctx, { started_at: hours(30), minutes: 60 });
    expect(EditTime.safeParse({ id, version: 1, minutes: 24 * 60 + 1 }).success).toBe(false);
    expect((await failureOf(edit(ctx, id, { ended_at: hours(-1) }))).details.errors).toHaveProperty('ended_at');
    expect((await failureOf(edit(ctx, id, { started_at: hours(54) }))).details.errors).toHaveProperty('started_at');
    expect(await edit(ctx, id, { note: 'Icons' })).toMatchObject({ minutes: 60, note: 'Icons', version: 2 });
    expect(await edit(ctx, id, { version: 2, minutes: 24 * 60 })).toMatchObject({ minutes: 1440, note: 'Icons' });
  },
);

asAdmin('a report of time leaves out tasks in the bin', async (ctx) => {
  await world(ctx);
  await deleteTask(ctx, { id: task('WEB-1') });
  expect(await report(ctx, { by: 'project' })).toEqual([
    [null, 'WEB', 30, 1],
    [null, 'APP', 15, 1],
  ]);
});

/** Weeks of time: read as a sheet, written by day, and locked. */

const WEEK = '2026-W02';
const sheet = (ctx: Ctx, asked: object = {}) => getTimeSheet(ctx, AskTimeSheet.parse({ week: WEEK, ...asked }));
const lock = (ctx: Ctx, seat = 'user', locked = true, week = WEEK) =>
  lockWeek(ctx, LockWeek.parse({ member_id: person(seat), week, locked }));
const zone = ({ db }: Ctx, name: string) =>
  db.$executeRaw`update organisation set time_zone = ${name} where id = ${fixtureId('acme')}::uuid`;

test('a sheet has each entry as a whole on the day on which it began by the organisation’s clock, also where clocks change', () =>
  asMember('acme.admin', async (admin) => {
    await zone(admin, 'America/New_York');
    const ctx = await become(admin, 'acme.user');
    // Ten in the evening in New York, until four; and an hour of the night in which clocks are put forward.
    await log(ctx, { started_at: '2026-01-06T03:00:00Z', minutes: 360 });
    await log(ctx, { started_at: '2026-03-08T06:30:00Z', minutes: 60 });
    await log(ctx, { task_id: 'WEB-3', day: '2026-01-07', minutes: 90 });
    await log(ctx, { task_id: 'WEB-3', day: '2026-01-07', minutes: 30 });
    await log(ctx, { task_id: 'WEB-3', day: '2026-01-11', minutes: 15 });
    expect(await sheet(ctx)).toMatchObject({
      ...{ from: '2026-01-05', to: '2026-01-11', time_zone: 'America/New_York', minutes: 495, lock: null },
      ...{ can: { log: true, lock: false }, cut: false, member: { _id: person('user') } },
      days: [
        [360, true],
        [0, true],
        [120, true],
        [0, true],
        [0, true],
        [0, false],
        [15, false],
      ].map(([minutes, working]) => ({ minutes, working })),
      rows: [
        { task_key: 'WEB-1', minutes: 360, cells: [{ date: '2026-01-05', entries: 1, entry: { version: 1 } }] },
        { task_key: 'WEB-3', minutes: 135, cells: [{ date: '2026-01-07', entries: 2, entry: null }, { minutes: 15 }] },
      ],
    });
    expect((await sheet(ctx, { week: '2026-W10' })).days.at(-1)).toMatchObject({ date: '2026-03-08', minutes: 60 });
  }));

asUser('a day is written as a whole: until now today, at its beginning before, and never to come', async (ctx) => {
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const now = await log(ctx, { day: today, minutes: 1 });
  expect(now).toMatchObject({ day: today, minutes: 1 });
  expect(Math.abs(Date.parse(now.ended_at ?? '') - Date.parse(now.created_at))).toBeLessThan(61_000);
  expect(await log(ctx, { day: '2026-01-07', minutes: 1440 })).toMatchObject({
    started_at: '2026-01-07T00:00:00.000Z',
  });
  expect((await failureOf(log(ctx, { day: tomorrow, minutes: 5 }))).details.errors).toHaveProperty('day');
  expect((await failureOf(log(ctx, { day: today, minutes: 1440 }))).details.errors).toHaveProperty('minutes');
  for (const wrong of [{ day: today }, { day: today, minutes: 5, started_at: '2026-01-07T00:00:00Z' }])
    expect(LogTime.safeParse({ task_id: 'WEB-1', ...wrong }).success).toBe(false);
});

test.each(['2026-W54', '2025-W53', '2026-W00', '2026-48', '1969-W01', 'W48'])('%s is no week', (week) =>
  expect(AskTimeSheet.safeParse({ week }).success).toBe(false),
);
asUser('2026-W53 is a week, which ends in the year after', async (ctx) =>
  expect(await sheet(ctx, { week: '2026-W53' })).toMatchObject({ to: '2027-01-03' }),
);

test('R01 leaders see the sheet of a project by member, and everybody of a team what they see; clients and others nothing', async () => {
  const seen: Record<string, unknown> = {};
  for (const seat of ['leader', 'lead2', 'user2', 'observer', 'admin', 'client'])
    await asMember('acme.user', async (ctx) => {
      await log(ctx, { day: '2026-01-07', minutes: 60 });
      await ctx.settle();
      const other = await become(ctx, `acme.${seat}`);
      const rows = await sheet(other, { project_id: WEB }).then(
        (one) => one.rows.map(({ member_id, task_key, minutes }) => [member_id, task_key, minutes]),
        (error) => error.code,
      );
      seen[seat] = JSON.stringify(rows) === JSON.stringify([[person('user'), 'WEB-1', 60]]) ? 'all' : rows;
    });
  expect(seen).toEqual({ leader: 'all', lead2: 'not_found', user2: 'all', observer: 'all', admin: 'all', client: [] });
  expect(await attempt('globex.admin', (ctx) => sheet(ctx, { member_id: person('user') }))).toBe('not_found');
});

test('a week is locked and opened by whoever may, who is told; a leader opens none that an admin locked', async () => {
  await asMember('acme.admin', async (ctx, effects) => {
    expect(await lock(ctx)).toMatchObject({
      locked: true,
      from: '2026-01-05',
      lock: { locked_by: { _id: person('admin') } },
    });
    await lock(ctx);
    expect(told(effects)).toEqual([['time.locked', person('user')]]);
    expect(effects.audits).toMatchObject([{ action: 'time.locked', target: person('user'), after: { week: WEEK } }]);
    expect(effects.events).toEqual([{ type: 'week.locked', memberId: person('user') }]);
    expect(await codeOf(lock(ctx, 'user', true, '2199-W01'))).toBe('invalid');
    expect(await codeOf(lock(ctx, 'client'))).toBe('invalid');
    await ctx.settle();
    const leader = await become(ctx, 'acme.leader');
    expect((await sheet(leader, { member_id: person('user') })).can).toEqual({ log: false, lock: false });
    expect((await sheet(await become(ctx, 'acme.user'))).can).toEqual({ log: false, lock: false });
    await become(ctx, 'acme.leader');
    expect(await codeOf(lock(leader, 'user', false))).toBe('forbidden');
    // Not even past the command.
    expect(await leader.db.$executeRaw`delete from locked_week where member_id = ${person('user')}::uuid`).toBe(0);
    const opening = newEffects();
    const back = await become(ctx, 'acme.subadmin', opening);
    expect(await lock(back, 'user', false)).toMatchObject({ locked: false, lock: null });
    expect(told(opening)).toEqual([['time.unlocked', person('user')]]);
    await back.settle();
  });
});

/** What nobody can do to time of a locked week, by commands and past them. */
const DOORS: Record<string, (ctx: Ctx, id: string) => Promise<unknown>> = {
  'logging by day': (ctx) => log(ctx, { day: '2026-01-06', minutes: 5 }),
  'logging by times': (ctx) => log(ctx, { started_at: '2026-01-11T23:59:00Z', minutes: 5 }),
  lengthening: (ctx, id) => editTime(ctx, EditTime.parse({ id, version: 1, minutes: 10 })),
  'a note': (ctx, id) => editTime(ctx, EditTime.parse({ id, version: 1, note: 'Other' })),
  'moving out': (ctx, id) => editTime(ctx, EditTime.parse({ id, version: 1, started_at: '2026-01-04T23:00:00Z' })),
  removing: (ctx, id) => deleteTime(ctx, { id }),
  'an insert': (ctx) => ctx.db
    .$executeRaw`insert into time_entry (id, task_id, project_id, audience, member_id, started_at, ended_at)
    values (${newId()}::uuid, ${task('WEB-1')}::uuid, ${WEB}::uuid, 'client', ${person('user')}::uuid, '2026-01-06', '2026-01-06')`,
  'an update': (ctx) => ctx.db.$executeRaw`update time_entry set note = 'x'`,
  'a delete': (ctx) => ctx.db.$executeRaw`delete from time_entry`,
};

test.each(Object.entries(DOORS))('time of a locked week is not changed by %s', async (_, work) => {
  const id = await asMemberCommitted(
    'acme.user',
    async (ctx) => (await log(ctx, { day: '2026-01-07', minutes: 60 }))._id,
  );
  await asMemberCommitted('acme.admin', (ctx) => lock(ctx));
  const { rows: before } = await owner.query('select * from time_entry');
  const error = await asMemberCommitted('acme.user', (ctx) => work(ctx, id)).then(
    () => null,
    (failure) => failure,
  );
  expect(toFailure(error)).toMatchObject({ code: 'conflict', message: expect.stringContaining('locked') });
  expect((await owner.query('select * from time_entry')).rows).toEqual(before);
  await asMemberCommitted('acme.admin', (ctx) => lock(ctx, 'user', false));
  await owner.query('delete from time_entry');
});

test('what goes into another week, or is somebody else’s, is not locked; a timer holds its week open', async () => {
  await asMemberCommitted('acme.admin', (ctx) => lock(ctx));
  await asMember('acme.user', async (ctx) => {
    for (const day of ['2026-01-04', '2026-01-12']) expect(await log(ctx, { day, minutes: 5 })).toMatchObject({ day });
    const { _id: id } = await log(ctx, { day: '2026-01-12', minutes: 5 });
    const times = { started_at: '2026-01-07T08:00:00Z', ended_at: '2026-01-07T09:00:00Z' };
    const { message } = await failureOf(editTime(ctx, EditTime.parse({ id, version: 1, ...times })));
    expect(message).toBe('The week 2026-W02 is locked. Ask admin of acme to unlock it.');
    await log(await become(ctx, 'acme.leader'), { day: '2026-01-07', minutes: 5 });
  });
  await asMember('acme.user', async (ctx) => {
    await startTimer(ctx, StartTimer.parse({ task_id: 'WEB-1' }));
    const { week } = await sheet(ctx, { week: undefined });
    expect(await codeOf(lock(await become(ctx, 'acme.admin'), 'user', true, week))).toBe('conflict');
  });
  await owner.query('delete from locked_week');
});

test('a task with time in a locked week is not removed for good, by nobody and not by the sweep; its time stays in the sheet', async () => {
  await asMemberCommitted('acme.user', (ctx) => log(ctx, { task_id: 'WEB-3', day: '2026-01-07', minutes: 60 }));
  await asMemberCommitted('acme.admin', (ctx) => lock(ctx));
  await asMemberCommitted('acme.admin', (ctx) => deleteTask(ctx, { id: task('WEB-3') }));
  await asMember('acme.user', async (ctx) =>
    expect(await sheet(ctx)).toMatchObject({ minutes: 60, rows: [{ task_key: 'WEB-3', binned: true, locked: true }] }),
  );
  await expect(asMember('acme.admin', (ctx) => purgeTask(ctx, { id: task('WEB-3') }))).rejects.toThrow(/locked/);
  await owner.query(`update task set deleted_at = now() - interval '31 days' where id = $1`, [task('WEB-3')]);
  await sweep();
  expect((await owner.query('select from time_entry')).rowCount).toBe(1);
  await asMemberCommitted('acme.admin', (ctx) => lock(ctx, 'user', false));
  await sweep();
  expect((await owner.query('select from time_entry')).rowCount).toBe(0);
});

test('locking and writing at once: one of them is first, and the other knows', async () => {
  const results = await Promise.allSettled([
    asMemberCommitted('acme.admin', (ctx) => lock(ctx)),
    ...Array.from({ length: 6 }, () =>
      asMemberCommitted(
        'acme.user',
        (ctx) => ctx.db.$executeRaw`
        insert into time_entry (id, task_id, project_id, audience, member_id, started_at, ended_at)
        select ${newId()}::uuid, id, project_id, audience, ${person('user')}::uuid, '2026-01-06', '2026-01-06' from task where id = ${task('WEB-1')}::uuid`,
      ),
    ),
  ]);
  const written = results.slice(1).filter(({ status }) => status === 'fulfilled').length;
  const { rows } = await owner.query(
    `select count(*)::int as late from time_entry e, locked_week l where e.created_at > l.locked_at + interval '1 second'`,
  );
  expect((await owner.query('select from time_entry')).rowCount).toBe(written);
  expect(rows).toEqual([{ late: 0 }]);
  await owner.query('delete from locked_week');
  await owner.query('delete from time_entry');
});
