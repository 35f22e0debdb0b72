import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import { listBinned } from '@/lib/bin/queries';
import { ListBinned } from '@/lib/bin/schema';
import { deleteCategory } from '@/lib/category/commands';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { createProject } from '@/lib/project/commands';
import { deleteProject, purgeProject, restoreProject } from '@/lib/project/commands.bin';
import { CreateProject } from '@/lib/project/schema';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { asAdmin } from '@/lib/test/test-as';
import { bearer, call } from '@/lib/test/wire';
import { lockWeek } from '@/lib/time-entry/commands.week';
import { LockWeek } from '@/lib/time-entry/schema';

/** A deleted project is out of sight for everybody at once, comes back whole, and is gone after thirty days (row 23). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = ownerClient();
const remove = (ctx: Ctx) => deleteProject(ctx, { id: WEB });
const bin = (ctx: Ctx, kind = 'all') => listBinned(ctx, ListBinned.parse({ kind }));
const remains = async () =>
  (
    await owner.query(
      `select (select count(*)::int from task where project_id = $1) as tasks, (select count(*)::int from project_member where project_id = $1) as people,
              (select count(*)::int from comment where project_id = $1) as comments`,
      [WEB],
    )
  ).rows[0];

beforeAll(async () => {
  Object.assign(process.env, {
    PUSHER_APP_ID: 'app',
    PUSHER_KEY: 'key',
    PUSHER_SECRET: 'secret',
    PUSHER_HOST: 'localhost',
    REALTIME_LOCAL: '1',
  });
  process.env.RATE_LIMIT_FACTOR = '10000';
});
afterEach(() => owner.query('update project set deleted_at = null where id = $1', [WEB]));

asAdmin('deleting a project tells its people and its open pages, and is written down', async (ctx, effects) => {
  await remove(ctx);
  expect(effects.audits).toMatchObject([
    { action: 'project.deleted', after: { key: 'WEB', name: 'Website relaunch' } },
  ]);
  expect(effects.events).toMatchObject([{ type: 'project.deleted', projectId: WEB }]);
  const told = effects.notifications.map(({ memberId }) => memberId);
  expect(told).toEqual(expect.arrayContaining([acme('leader'), acme('user'), acme('client')]));
  for (const { kind, data } of effects.notifications)
    expect([kind, data]).toEqual([
      'project.deleted',
      { deleted_project_id: WEB, name: 'Website relaunch', key: 'WEB' },
    ]);
  await remove(ctx);
  expect(effects.audits).toHaveLength(1);
});

/** Everybody who saw it, by every way that leads there. */
const GETS: [string, Record<string, string> | undefined][] = [
  ['projectdetails', { project_id: WEB }],
  ['projectdetails', { project_id: 'WEB' }],
  ['projectMembers', { project_id: WEB }],
  ['assigneeList', { project_id: WEB }],
  ['taskListByProject', { project_id: WEB }],
  ['projectTaskCount', { project_id: WEB }],
  ['taskList', { project_id: WEB }],
  [`task/${acme('WEB-1')}`, undefined],
  ['task/WEB-1', undefined],
  [`taskCard/${acme('WEB-1')}`, undefined],
];
const LISTS = ['taskList', 'projectList', 'notificationList', 'getdashboarddetails', 'taskcount', 'projectTaskCount'];

describe('a project in the bin', () => {
  test.each(['admin', 'leader', 'client'])('is out of sight for the %s', async (seat) => {
    const token = await bearer(`acme.${seat}`);
    const own = await call('GET', 'taskList', { token });
    expect(JSON.stringify(own.body)).toContain(WEB);
    await asMemberCommitted('acme.admin', remove);
    for (const [path, query] of GETS) {
      const { status } = await call('GET', path, { token, query });
      // The picker of assignees is not a client's or an observer's to ask for at all.
      expect([path, [403, 404].includes(status) && (status === 404 || path === 'assigneeList')]).toEqual([path, true]);
    }
    for (const list of LISTS) {
      const { status, body } = await call('GET', list, { token });
      expect([list, status]).toEqual([list, 200]);
      const text = JSON.stringify(body).replaceAll(
        /"deleted_project_id":"[^"]+"|"(name|key)":"(Website relaunch|WEB)"/g,
        '',
      );
      for (const trace of [WEB, acme('WEB-1'), 'Collect brand assets']) expect(text, list).not.toContain(trace);
    }
    for (const suffix of ['', '-client']) {
      const asked = new Request('http://localhost:3000/api/pusher/auth', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: new URLSearchParams({ socket_id: '1.1', channel_name: `private-project-${WEB}${suffix}` }),
      });
      expect((await channelRoute(asked)).status).toBe(403);
    }
  });

  test('is hidden by the database itself, in every table that has rows of it', async () => {
    await asMemberCommitted('acme.admin', remove);
    const tables = (
      await owner.query<{ relname: string }>(
        `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('tenant', c.oid, 'select')`,
      )
    ).rows.map(({ relname }) => relname);
    expect(tables.length).toBeGreaterThan(5);
    const hiding = await owner.query<{ tablename: string }>(
      `select tablename from pg_policies where policyname = 'tenant_not_deleted' and permissive = 'RESTRICTIVE'`,
    );
    expect(hiding.rows.map(({ tablename }) => tablename)).toEqual(expect.arrayContaining(tables));
    for (const seat of ['acme.admin', 'acme.observer', 'acme.leader', 'acme.client'])
      await asMember(seat, async ({ db }) => {
        for (const table of tables) {
          const [row] = await db.$queryRawUnsafe<{ n: number }[]>(
            `select count(*)::int as n from "${table}" where project_id = '${WEB}'`,
          );
          expect([seat, table, row?.n]).toEqual([seat, table, 0]);
        }
        expect(await db.project.count({ where: { id: WEB } })).toBe(0);
        expect((await db.task.updateMany({ where: { projectId: WEB }, data: { title: 'x' } })).count).toBe(0);
      });
  });

  test('opens to an admin alone, whoever says that the bin is open', async () => {
    await asMemberCommitted('acme.admin', remove);
    for (const seat of ['subadmin', 'leader', 'observer', 'client'])
      await asMember(`acme.${seat}`, async (ctx) => {
        await ctx.openBin();
        expect(await ctx.db.project.count({ where: { id: WEB } })).toBe(0);
      });
  });

  test('keeps its key', async () => {
    await asMemberCommitted('acme.admin', remove);
    await asMember('acme.leader', async (ctx) => {
      const create = (input: object) =>
        createProject(ctx, CreateProject.parse({ name: 'Website relaunch', type: 'web_application', ...input }));
      expect((await create({})).key).toBe('WEB2');
      expect(await codeOf(create({ code: 'WEB' }))).toBe('conflict');
    });
  });

  test('comes back without a category that was deleted and the open work of who was deactivated meanwhile', async () => {
    await owner.query('update project set category_id = $2 where id = $1', [WEB, acme('Design')]);
    await asMemberCommitted('acme.admin', remove);
    await asMember('acme.admin', async (ctx) => {
      await deleteCategory(ctx, { id: acme('Design') });
      await ctx.db.$executeRaw`set constraints all immediate`;
      await ctx.db.member.updateMany({ where: { id: acme('user') }, data: { deactivatedAt: new Date() } });
      await restoreProject(ctx, { id: WEB });
      expect(await ctx.db.project.count({ where: { id: WEB, categoryId: null } })).toBe(1);
      const open = { memberId: acme('user'), projectId: WEB, task: { status: { not: 4 } } };
      expect(await ctx.db.taskAssignee.count({ where: open })).toBe(0);
    });
    await owner.query('update project set category_id = null where id = $1', [WEB]);
  });

  test('stands in the bin for an admin, with who put it there and what comes back with it', async () => {
    await asMemberCommitted('acme.admin', remove);
    await asMember('acme.admin', async (ctx) => {
      const { docs } = await bin(ctx, 'project');
      expect(docs).toMatchObject([
        {
          kind: 'project',
          _id: WEB,
          key: 'WEB',
          deleted_by: { _id: acme('admin') },
          rights: { restore: true, purge: true },
        },
      ]);
      expect(docs[0]?.task_count).toBeGreaterThan(0);
      expect(Date.parse(docs[0]?.removed_at as string) - Date.parse(docs[0]?.deleted_at as string)).toBe(
        30 * 86_400_000,
      );
      expect((await bin(ctx, 'task')).docs.filter(({ project }) => project?._id === WEB)).toEqual([]);
    });
    for (const seat of ['subadmin', 'leader', 'user'])
      await asMember(`acme.${seat}`, async (ctx) =>
        expect((await bin(ctx)).docs.map(({ kind }) => kind)).not.toContain('project'),
      );
  });

  test('comes back whole, and says so', async () => {
    const before = await remains();
    await asMemberCommitted('acme.admin', remove);
    await asMember('acme.admin', async (ctx, effects) => {
      expect(await restoreProject(ctx, { id: WEB })).toMatchObject({ key: 'WEB', leader: { _id: acme('leader') } });
      expect(effects.events.map(({ type }) => type)).toEqual(['project.restored', 'members.changed']);
      expect(effects.notifications.map(({ kind }) => kind)).toContain('project.restored');
      expect(await ctx.db.task.count({ where: { projectId: WEB } })).toBe(before.tasks);
    });
    expect(await remains()).toEqual(before);
  });

  test.each([
    ['user', 1],
    ['observer', 0],
  ])('comes back without a leader who became a %s meanwhile', async (role, seats) => {
    await asMemberCommitted('acme.admin', remove);
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.member.updateMany({ where: { id: acme('leader') }, data: { role } });
      expect(await restoreProject(ctx, { id: WEB })).toMatchObject({ leader: null });
      expect(await ctx.db.projectMember.count({ where: { projectId: WEB, memberId: acme('leader') } })).toBe(seats);
    });
  });

  test('with time in a locked week is not deleted permanently', () =>
    asMember('acme.admin', async (ctx) => {
      const taskId = acme('WEB-1');
      const times = { startedAt: new Date('2026-01-07T10:00:00Z'), endedAt: new Date('2026-01-07T11:00:00Z') };
      await ctx.db.$executeRaw`reset role`;
      await ctx.db
        .$executeRaw`insert into time_entry (org_id, id, task_id, project_id, audience, member_id, started_at, ended_at)
        values (${fixtureId('acme')}::uuid, gen_random_uuid(), ${taskId}::uuid, ${WEB}::uuid, 'client', ${acme('user')}::uuid, ${times.startedAt}, ${times.endedAt})`;
      await ctx.db.$executeRaw`set local role tenant`;
      await lockWeek(ctx, LockWeek.parse({ member_id: acme('user'), week: '2026-W02', locked: true }));
      await remove(ctx);
      const refused = await failureOf(purgeProject(ctx, { id: WEB }));
      expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('locked week')]);
    }));

  test('is deleted permanently by an admin, only out of the bin', async () => {
    expect(await attempt('acme.admin', (ctx) => purgeProject(ctx, { id: WEB }))).toBe('conflict');
    await asMemberCommitted('acme.admin', remove);
    expect(await attempt('acme.subadmin', (ctx) => purgeProject(ctx, { id: WEB }))).toBe('forbidden');
    await asMember('acme.admin', async (ctx) => {
      await purgeProject(ctx, { id: WEB });
      expect(await ctx.db.project.count({ where: { id: WEB } })).toBe(0);
      expect(await ctx.db.task.count({ where: { projectId: WEB } })).toBe(0);
    });
  });

  test('is over for everybody at once however large it is, and removed in steps', async () => {
    const [org, id] = [fixtureId('acme'), fixtureId('a large project')];
    await owner.query(
      `insert into project (id, org_id, key, name, type, deleted_at) values ($1, $2, 'LARGE', 'Large', 'web_application', now())`,
      [id, org],
    );
    await owner.query(
      `insert into task (id, org_id, project_id, number, title, status, rank, audience)
       select gen_random_uuid(), $1, $2, n, 'Task ' || n, 1, 'zz' || lpad(n::text, 6, '0'), 'internal' from generate_series(1, 1200) n`,
      [org, id],
    );
    const tasks = async () =>
      (await owner.query('select count(*)::int as n from task where project_id = $1', [id])).rows[0].n;
    expect(await asMemberCommitted('acme.admin', (ctx) => purgeProject(ctx, { id }))).toMatchObject({ key: 'LARGE' });
    // Nothing is removed within the call: its time would not suffice for a project of any size.
    expect(await tasks()).toBe(1200);
    await asMember('acme.admin', async (ctx) => {
      for (const again of [purgeProject, restoreProject]) expect(await codeOf(again(ctx, { id }))).toBe('not_found');
      expect((await bin(ctx)).docs.map(({ _id }) => _id)).not.toContain(id);
      const input = CreateProject.parse({ name: 'Another', type: 'web_application', code: 'LARGE' });
      expect((await createProject(ctx, input)).key).toBe('LARGE');
    });
    await sweep();
    expect(await tasks()).toBe(0);
    expect((await owner.query('select from project where id = $1', [id])).rowCount).toBe(0);
  });

  test('is not brought back once its thirty days are over: half of it may be gone', async () => {
    await owner.query(`update project set deleted_at = now() - interval '31 days' where id = $1`, [WEB]);
    for (const late of [purgeProject, restoreProject])
      expect(await attempt('acme.admin', (ctx) => late(ctx, { id: WEB }))).toBe('not_found');
  });
});
