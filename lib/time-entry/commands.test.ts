import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { outcomes, person, task, UNSEEN } from '@/lib/test/task-calls';
import { deleteTime, editTime, logTime, startTimer, stopTimer } from '@/lib/time-entry/commands';
import { getTimer, listEntries } from '@/lib/time-entry/queries';
import { EditTime, ListTime, LogTime, StartTimer } from '@/lib/time-entry/schema';

type Input = Record<string, unknown>;
const log = (ctx: Ctx, input: Input = {}) =>
  logTime(ctx, LogTime.parse({ task_id: 'WEB-1', ...(!input.ended_at && { minutes: 90 }), ...input }));
const edit = (ctx: Ctx, id: string, input: Input) => editTime(ctx, EditTime.parse({ id, version: 1, ...input }));
const list = async (ctx: Ctx, input: Input = {}) => (await listEntries(ctx, ListTime.parse(input))).docs;
const start = (ctx: Ctx, key: string) => startTimer(ctx, StartTimer.parse({ task_id: key }));
const spent = async (ctx: Ctx, key = 'WEB-1') => (await getTask(ctx, { id: key })).time;
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
const forget = () => owner.query('delete from time_entry where org_id = $1', [fixtureId('acme')]);

describe('logging time', () => {
  test('R01 is for the team of the project, never for clients and observers', async () => {
    expect(await outcomes((ctx) => log(ctx, { task_id: task('WEB-1') }))).toEqual({
      'acme.admin': 'done',
      'acme.subadmin': 'done',
      'acme.leader': 'done',
      'acme.user': 'done',
      'acme.user2': 'done',
      'acme.client': 'forbidden',
      'acme.observer': 'forbidden',
      ...UNSEEN,
    });
  });

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
  ])('refuses %s', (_, input) => {
    expect(LogTime.safeParse({ task_id: 'WEB-1', ...input }).success).toBe(false);
  });

  test('refuses the future, and tasks in the bin', () =>
    asMember('acme.leader', async (ctx) => {
      expect(await codeOf(log(ctx, { started_at: hours(1), minutes: 120 }))).toBe('invalid');
      await deleteTask(ctx, { id: 'WEB-1' });
      expect(await codeOf(log(ctx))).toBe('conflict');
      expect(await list(ctx)).toEqual([]);
    }));

  test('is found by person and by day, in the caller’s time zone', () =>
    asMember('acme.leader', async (ctx) => {
      await log(ctx, { started_at: '2026-01-05T23:30:00Z', minutes: 60 });
      expect(await list(ctx, { from: '2026-01-05', to: '2026-01-05' })).toHaveLength(1);
      expect(await list(ctx, { from: '2026-01-06', member_id: person('leader') })).toEqual([]);
      const east = { ...ctx, actor: { ...ctx.actor, timeZone: 'Europe/Warsaw' } };
      expect(await list(east, { from: '2026-01-06', to: '2026-01-06', member_id: person('leader') })).toHaveLength(1);
      expect(await list(ctx, { member_id: person('user') })).toEqual([]);
    }));
});

describe('an entry', () => {
  test('is changed and removed by whose it is alone', async () => {
    const { _id: id } = await asMemberCommitted('acme.user', (ctx) => log(ctx));
    const nobodyElse = { 'acme.admin': 'forbidden', 'acme.leader': 'forbidden', 'acme.observer': 'forbidden' };
    expect(await outcomes((ctx) => edit(ctx, id, { minutes: 30 }))).toMatchObject({
      ...nobodyElse,
      'acme.user': 'done',
    });
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

  test('takes other times and words; a stale version is refused with the entry as it is', () =>
    asMember('acme.user', async (ctx) => {
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
    }));
});

describe('the timer', () => {
  test('runs for one task: starting it for another stops it, and its time is logged', () =>
    asMember('acme.user', async (ctx) => {
      const { running } = await start(ctx, 'WEB-1');
      expect(running).toMatchObject({ task_key: 'WEB-1', ended_at: null, minutes: null });
      expect((await getTimer(ctx)).running?._id).toBe(running?._id);
      expect(await spent(ctx)).toEqual({ spent_minutes: 0, started_at: running?.started_at });
      expect((await start(ctx, 'WEB-1')).running?._id).toBe(running?._id);
      expect(await codeOf(edit(ctx, running?._id ?? '', { minutes: 10 }))).toBe('conflict');
      await edit(ctx, running?._id ?? '', { started_at: hours(1) });
      const next = await start(ctx, 'WEB-2');
      expect(next).toMatchObject({ running: { task_key: 'WEB-2' }, stopped: { task_key: 'WEB-1', minutes: 60 } });
      expect(await spent(ctx)).toEqual({ spent_minutes: 60, started_at: null });
      expect((await stopTimer(ctx)).stopped).toMatchObject({ task_key: 'WEB-2', minutes: 0 });
      expect(await stopTimer(ctx)).toEqual({ running: null, stopped: null });
    }));

  test('is one for each person, however many tabs start it at once', async () => {
    const keys = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-1', 'WEB-2'];
    await Promise.all(keys.map((key) => asMemberCommitted('acme.user', (ctx) => start(ctx, key))));
    await asMemberCommitted('acme.leader', (ctx) => start(ctx, 'WEB-1'));
    const { rows } = await owner.query('select member_id from time_entry where ended_at is null order by member_id');
    expect(rows.map(({ member_id }) => member_id).sort()).toEqual([person('leader'), person('user')].sort());
    await forget();
  });

  test('of a project that one has left is stopped by the next one', async () => {
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
});
