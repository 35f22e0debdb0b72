import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { person, task, WEB } from '@/lib/test/task-calls';
import { reportTime, totalTime } from '@/lib/time-entry/queries.report';
import { ReportTime } from '@/lib/time-entry/schema';
import { newId } from '@/lib/validation';

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

describe('a report of time', () => {
  test('is by person and project, by person, or by project; of days of the reader; timers that run do not count', () =>
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

  test('R01 tells everybody of the team what they see, observers all, clients and other organisations nothing', async () => {
    const seen: Record<string, unknown> = {};
    for (const who of [
      'acme.admin',
      'acme.observer',
      'acme.leader',
      'acme.lead2',
      'acme.user2',
      'acme.outsider',
      'acme.client',
    ])
      await asMember(who, async (ctx) => {
        await world(ctx);
        seen[who] = (await report(ctx, { by: 'project' })).map(([, key, minutes]) => `${key} ${minutes}`).join();
      });
    expect(seen).toEqual({
      'acme.admin': 'WEB 135,APP 15',
      'acme.observer': 'WEB 135,APP 15',
      'acme.leader': 'WEB 135',
      'acme.lead2': 'APP 15',
      'acme.user2': 'WEB 135,APP 15',
      'acme.outsider': '',
      'acme.client': '',
    });
    await asMember('globex.admin', async (ctx) => expect(await report(ctx)).toEqual([]));
  });

  test('leaves out tasks in the bin', () =>
    asMember('acme.admin', async (ctx) => {
      await world(ctx);
      await deleteTask(ctx, { id: task('WEB-1') });
      expect(await report(ctx, { by: 'project' })).toEqual([
        [null, 'WEB', 30, 1],
        [null, 'APP', 15, 1],
      ]);
    }));
});
