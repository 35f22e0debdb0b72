import { expect, test } from 'vitest';
import { newEffects } from '@/lib/effects';
import { toFailure } from '@/lib/errors';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { deleteTask, purgeTask } from '@/lib/task/commands.bin';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { person, task, told, WEB } from '@/lib/test/task-calls';
import { deleteTime, editTime, logTime, startTimer } from '@/lib/time-entry/commands';
import { lockWeek } from '@/lib/time-entry/commands.week';
import { getTimeSheet } from '@/lib/time-entry/queries.sheet';
import { AskTimeSheet, EditTime, LockWeek, LogTime, StartTimer } from '@/lib/time-entry/schema';
import { newId } from '@/lib/validation';

/** Weeks of time: read as a sheet, written by day, and locked. */

const owner = ownerClient();
const WEEK = '2026-W02';
const sheet = (ctx: Ctx, asked: object = {}) => getTimeSheet(ctx, AskTimeSheet.parse({ week: WEEK, ...asked }));
const lock = (ctx: Ctx, seat = 'user', locked = true, week = WEEK) =>
  lockWeek(ctx, LockWeek.parse({ member_id: person(seat), week, locked }));
const log = (ctx: Ctx, input: object) => logTime(ctx, LogTime.parse({ task_id: 'WEB-1', ...input }));
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

test('a day is written as a whole: until now today, at its beginning before, and never to come', () =>
  asMember('acme.user', async (ctx) => {
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await log(ctx, { day: today, minutes: 1 })).toMatchObject({ day: today, minutes: 1 });
    expect(await log(ctx, { day: '2026-01-07', minutes: 1440 })).toMatchObject({
      started_at: '2026-01-07T00:00:00.000Z',
    });
    expect((await failureOf(log(ctx, { day: tomorrow, minutes: 5 }))).details.errors).toHaveProperty('day');
    expect((await failureOf(log(ctx, { day: today, minutes: 1440 }))).details.errors).toHaveProperty('minutes');
    for (const wrong of [{ day: today }, { day: today, minutes: 5, started_at: '2026-01-07T00:00:00Z' }])
      expect(LogTime.safeParse({ task_id: 'WEB-1', ...wrong }).success).toBe(false);
  }));

test.each(['2026-W54', '2025-W53', '2026-W00', '2026-48', '1969-W01', 'W48'])('%s is no week', (week) =>
  expect(AskTimeSheet.safeParse({ week }).success).toBe(false),
);
test('2026-W53 is a week, which ends in the year after', () =>
  asMember('acme.user', async (ctx) =>
    expect(await sheet(ctx, { week: '2026-W53' })).toMatchObject({ to: '2027-01-03' }),
  ));

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
