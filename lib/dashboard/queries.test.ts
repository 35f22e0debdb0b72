import { describe, expect, test, vi } from 'vitest';
import { getActivity, getDashboard, readDashboard } from '@/lib/dashboard/queries';
import { Dashboard, type DashboardTask } from '@/lib/dashboard/schema';
import { DASHBOARD_PARTS, type DashboardPart, pageParts } from '@/lib/dashboard/vocabulary';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { countTasksByProject } from '@/lib/project/queries';
import { getRuleMatches } from '@/lib/rule/queries';
import { MatchRule } from '@/lib/rule/schema';
import { countTasks } from '@/lib/task/queries';
import type { TaskCard } from '@/lib/task/schema';
import { countOf, matchingIds } from '@/lib/task-export/queries';
import { ExportTasks } from '@/lib/task-export/schema';
import { listTaskGroups } from '@/lib/task-group/queries';
import { ListTaskGroups } from '@/lib/task-group/schema';
import { listCalendar, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListTimeline } from '@/lib/task-plan/schema';
import { getOrganisationState, getWorkload } from '@/lib/team-home/queries';
import { OrganisationState, Workload } from '@/lib/team-home/schema';
import { workloadFilter } from '@/lib/team-home/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { board, create, list, person, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { tasksDue } from '@/lib/today/queries';

/** What needs somebody today, in their own scope (permissions, row 47). */

async function dashboardOf(who: string, range: '7d' | '14d' | '30d' = '7d'): Promise<Dashboard> {
  let found: Dashboard | undefined;
  await asMember(who, async (ctx) => {
    found = await readDashboard((work) => work(ctx), { range });
  });
  expect(Dashboard.parse(found)).toEqual(found);
  return found as Dashboard;
}
const keys = (tasks: DashboardTask[]) => tasks.map(({ key }) => key);

/** Tasks of the other project that an admin sees. */
const APP = 2;
const ofWeb = (cards: readonly TaskCard[]) => cards.filter(({ key }) => key.startsWith('WEB-')).length;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const AROUND = { from: day(-10), until: day(10) };

describe('the dashboard', () => {
  test.each([
    ['acme.admin', 8, ['APP', 'WEB'], ['WEB-1']],
    ['acme.subadmin', 8, ['APP', 'WEB'], ['WEB-1']],
    ['acme.observer', 8, ['APP', 'WEB'], ['WEB-1']],
    ['acme.leader', 6, ['WEB'], ['WEB-1']],
    ['acme.lead2', 2, ['APP'], []],
    ['acme.user', 6, ['WEB'], []],
    ['acme.client', 3, ['WEB'], ['WEB-5']],
    ['acme.client2', 1, ['APP'], []],
    ['acme.outsider', 0, [], []],
  ])('of %s counts %i tasks, shows %j and what waits: %j', async (who, total, projects, waiting) => {
    const dashboard = await dashboardOf(who);
    expect(dashboard.counts.total).toBe(total);
    expect(dashboard.projects.map(({ key }) => key).sort()).toEqual(projects);
    expect(keys(dashboard.waiting)).toEqual(waiting);
  });

  test('puts one’s own open tasks into a day by when they are due', async () => {
    const user = await dashboardOf('acme.user');
    expect(keys(user.my_day.overdue)).toEqual(['WEB-1']);
    expect(user.my_day.overdue[0]?.project).toEqual({
      _id: fixtureId('acme.WEB'),
      key: 'WEB',
      name: 'Website relaunch',
    });
    expect(user.mine).toMatchObject({ pending: 1, completed: 1, total: 2, overdue: 1, due_today: 0 });
    expect(keys((await dashboardOf('acme.user2')).my_day.soon)).toEqual(['WEB-4']);
    expect((await dashboardOf('acme.admin')).my_day).toEqual({ overdue: [], today: [], soon: [] });
  });

  test('reaches as far ahead as asked, today apart', () =>
    asMember('acme.user2', async (ctx) => {
      const due = (days: number) => new Date(new Date().setUTCHours(0, 0, 0, 0) + days * 86_400_000);
      await ctx.db.task.updateMany({ where: { id: fixtureId('acme.WEB-5') }, data: { dueDate: due(10) } });
      await ctx.db.task.updateMany({ where: { id: fixtureId('acme.APP-1') }, data: { dueDate: due(0) } });
      const day = async (range: '7d' | '14d') => (await getDashboard(ctx, { range })).my_day;
      expect(keys((await day('7d')).soon)).toEqual(['WEB-4']);
      expect(keys((await day('14d')).soon)).toEqual(['WEB-4', 'WEB-5']);
      expect(keys((await day('14d')).today)).toEqual(['APP-1']);
      for (const [days, soon] of [
        [7, ['WEB-4', 'WEB-5']],
        [8, ['WEB-4']],
        [1, ['WEB-5', 'WEB-4']],
      ] as const) {
        await ctx.db.task.updateMany({ where: { id: fixtureId('acme.WEB-5') }, data: { dueDate: due(days) } });
        expect([days, keys((await day('7d')).soon)]).toEqual([days, soon]);
      }
    }));

  asAdmin(
    'a task that is completed is late no more: not in one’s day, not among what waits, not counted',
    async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: fixtureId('acme.WEB-1') }, data: { status: 4 } });
      for (const seat of ['user', 'leader']) {
        const dashboard = await getDashboard(await become(ctx, `acme.${seat}`), { range: '7d' });
        expect([dashboard.counts.overdue, dashboard.my_day.overdue, dashboard.waiting]).toEqual([0, [], []]);
      }
    },
  );

  /** How many of WEB's tasks each shows that is of several projects, and that is asked for WEB itself. */
  const ELSEWHERE: Record<string, (ctx: Ctx) => Promise<number>> = {
    'counts of the dashboard': async (ctx) => (await getDashboard(ctx, { range: '30d' })).counts.total - APP,
    'one’s own in them': async (ctx) => (await getDashboard(ctx, { range: '30d' })).mine.total,
    'what is overdue in them': async (ctx) => (await getDashboard(ctx, { range: '30d' })).counts.overdue,
    'my day': async (ctx) => Object.values((await getDashboard(ctx, { range: '30d' })).my_day).flat().length,
    'what waits': async (ctx) => (await getDashboard(ctx, { range: '30d' })).waiting.length,
    'projects of the dashboard': async (ctx) =>
      (await getDashboard(ctx, { range: '30d' })).projects.filter(({ key }) => key === 'WEB').length,
    today: async (ctx) => (await tasksDue(ctx)).tasks_total,
    taskcount: async (ctx) => (await countTasks(ctx, {})).total - APP,
    'taskcount of late ones': async (ctx) => (await countTasks(ctx, {})).overdue,
    taskList: async (ctx) => ofWeb((await list(ctx)).docs),
    'a filter': async (ctx) => (await list(ctx, { filter: 'assignee:me' })).total,
    'a filter that names it among others': async (ctx) =>
      (await list(ctx, { filter: '!project:WEB|priority:none' })).total - APP,
    groups: async (ctx) =>
      (await listTaskGroups(ctx, ListTaskGroups.parse({ group: 'status' }))).groups.reduce(
        (sum, one) => sum + one.total,
        -APP,
      ),
    calendar: async (ctx) =>
      ofWeb((await listCalendar(ctx, ListCalendar.parse(AROUND))).days.flatMap(({ docs }) => docs)),
    timeline: async (ctx) => ofWeb((await listTimeline(ctx, ListTimeline.parse({}))).tasks),
    export: async (ctx) => countOf(await matchingIds(ctx, ExportTasks.parse({}))) - APP,
    projectTaskCount: async (ctx) => (await countTasksByProject(ctx, {})).filter(({ key }) => key === 'WEB').length,
    'a reminder': async (ctx) => (await listNotifications(ctx, ListNotifications.parse({}))).total,
    'what a rule would match': async (ctx) =>
      (await getRuleMatches(ctx, MatchRule.parse({ trigger: 'created', filter: 'project:WEB' }))).total,
  };
  const BY_NAME: Record<string, (ctx: Ctx) => Promise<number>> = {
    taskList: async (ctx) => (await list(ctx, { project_id: WEB })).total,
    'a filter by key': async (ctx) => (await list(ctx, { filter: 'project:WEB' })).total,
    'a filter by id, or': async (ctx) => ofWeb((await list(ctx, { filter: `(project:${WEB}|priority:urgent)` })).docs),
    taskcount: async (ctx) => (await countTasks(ctx, { project_id: WEB })).total,
    board: async (ctx) => (await board(ctx)).reduce((sum, { total }) => sum + total, 0),
    projectTaskCount: async (ctx) => (await countTasksByProject(ctx, { project_id: WEB }))[0]?.total ?? 0,
  };

  asAdmin('and all that is of several projects leave archived ones out, unless somebody names them', async (ctx) => {
    const due = new Date(new Date().setUTCHours(0, 0, 0, 0) - 86_400_000);
    const [late] = await ctx.db.task.findMany({ where: { id: fixtureId('acme.WEB-1') } });
    await ctx.db.task.updateMany({ where: { projectId: WEB, status: { not: 4 } }, data: { dueDate: due } });
    const given = { taskId: late?.id ?? '', projectId: WEB, audience: late?.audience ?? '' };
    await ctx.db.taskAssignee.create({ data: { ...given, memberId: ctx.actor.memberId } });
    const notice = { memberId: ctx.actor.memberId, taskId: given.taskId, kind: 'task.overdue', topic: 'overdue' };
    await ctx.db.notification.create({ data: { ...notice, data: { due: due.toISOString().slice(0, 10) } } });
    const all = async (ways: typeof BY_NAME) => {
      const found: Record<string, number> = {};
      for (const [way, count] of Object.entries(ways)) found[way] = await count(ctx);
      return found;
    };
    const [before, named] = [await all(ELSEWHERE), await all(BY_NAME)];
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'archived' } });
    expect(Object.values(await all(ELSEWHERE)).some(Boolean), JSON.stringify(await all(ELSEWHERE))).toBe(false);
    expect(await all(BY_NAME)).toEqual(named);
  });

  test('holds nothing internal for a client, and nothing of another organisation for anybody', async () => {
    const client = JSON.stringify(await dashboardOf('acme.client'));
    for (const hidden of ['hosting contract', 'sitemap', 'staging site', 'user2 of acme', 'WEB-2'])
      expect(client).not.toContain(hidden);
    expect(client).toContain('Review the onboarding mails');
    expect(JSON.stringify(await dashboardOf('globex.admin'))).not.toContain('acme');
  });

  asAdmin('leads to all activity, page by page, and only to what the reader may see', async (ctx) => {
    const note = (at: number) => ({
      projectId: fixtureId('acme.WEB'),
      kind: 'project.edited',
      data: { field: `canary ${at}` },
      audience: at % 2 ? 'client' : 'internal',
      createdAt: new Date(Date.now() - at * 60_000),
    });
    await ctx.db.activity.createMany({ data: Array.from({ length: 90 }, (_, at) => note(at)) });
    const seen: string[] = [];
    let before: string | null = null;
    for (let page = 0; page < 9; page++) {
      const { lines, more } = await getActivity(ctx, before);
      seen.push(...lines.map(({ _id }) => _id));
      before = lines.at(-1)?._id ?? null;
      if (!more) break;
    }
    expect(seen.length).toBe(await ctx.db.activity.count());
    expect(new Set(seen).size).toBe(seen.length);
    expect(await statementsOf(() => getActivity(ctx, before))).toBe(1);
    await ctx.db
      .$executeRaw`select set_config('app.role', 'client', true), set_config('app.member_id', ${fixtureId('acme.client')}, true),
        set_config('app.project_ids', ${`{${fixtureId('acme.WEB')}}`}, true)`;
    const { lines } = await getActivity(ctx, null);
    expect(lines.length).toBeGreaterThan(0);
    for (const { data } of lines) expect(JSON.stringify(data)).not.toMatch(/canary \d*[02468]"/);
  });

  test.each(['acme.admin', 'acme.user2', 'acme.client'])('D03 takes eight statements at most for %s', (who) =>
    asMember(who, async (ctx) => {
      const statements = (parts?: readonly DashboardPart[]) =>
        statementsOf(() => getDashboard(ctx, { range: '30d', parts: parts && [...parts] }));
      expect([await statements(pageParts(ctx.actor.role)), await statements()]).toEqual([
        expect.toSatisfy((count) => count <= 8),
        expect.toSatisfy((count) => count <= 12),
      ]);
    }),
  );

  asLeader('has for each role what it looks after, and only the parts that are asked for', async (ctx) => {
    for (const [who, workload, organisation] of [
      ['admin', true, true],
      ['leader', true, false],
      ['user', false, false],
      ['client', false, false],
      ['observer', true, false],
    ] as const) {
      const own = await getDashboard(await become(ctx, `acme.${who}`), { range: '7d' });
      expect([who, own.workload !== null, own.organisation !== null]).toEqual([who, workload, organisation]);
    }
    const some = await getDashboard(await become(ctx, 'acme.admin'), { range: '7d', parts: ['projects'] });
    expect([some.projects.length, some.counts.total, some.workload, some.activity]).toEqual([2, 0, null, []]);
  });

  asLeader.each(DASHBOARD_PARTS)('whose %s cannot be read shows all else, and says so', async (ctx, part) => {
    const admin = await become(ctx, 'acme.admin');
    const whole = await getDashboard(admin, { range: '30d' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let passed = 0;
    // The first passage reads all, then each part has its own.
    const door = async <T>(work: (one: Ctx) => Promise<T>): Promise<T> => {
      passed++;
      if (passed === 1 || DASHBOARD_PARTS[passed - 2] === part) throw new Error('canceling statement');
      return work(admin);
    };
    const read = await readDashboard(door, { range: '30d' });
    expect(read.failed).toEqual([part]);
    const fields = part === 'counts' ? ['counts', 'mine', 'alone'] : [part];
    for (const field of Object.keys(whole) as (keyof typeof whole)[])
      if (!fields.includes(field)) expect([field, read[field]]).toEqual([field, whole[field]]);
    await expect(readDashboard(async () => Promise.reject(new Error('gone')), { range: '7d' })).rejects.toThrow('gone');
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('part.failed'));
    logged.mockRestore();
  });
});

asLeader('a workload counts what is due from whom, as the list behind it does, against working days', async (ctx) => {
  const today = formatsFor(ctx.actor).today();
  const both = [person('user'), person('user2')];
  await create(ctx, { assignee_ids: both, due_date: today, estimate_minutes: 240 });
  await create(ctx, { assignee_ids: both, due_date: dayAfter(today, 8), estimate_minutes: 60 });
  const workload = await getWorkload(ctx);
  expect(Workload.parse(workload)).toEqual(workload);
  expect(workload.capacity_minutes).toBe(5 * 8 * 60);
  const user = workload.people.find(({ person: { _id } }) => _id === person('user'));
  expect(user).toMatchObject({ tasks: 2, estimated_minutes: 120, without_estimate: 1 });
  for (const { person: who, tasks } of workload.people)
    expect((await list(ctx, { filter: workloadFilter(who._id) })).total).toBe(tasks);
  await ctx.settle();
  const other = await getWorkload(await become(ctx, 'acme.lead2'));
  expect(other.people.map(({ person: { _id } }) => _id)).not.toContain(fixtureId('acme.leader'));
  await become(ctx, 'acme.leader');
});

asAdmin('an admin sees how the organisation stands', async (ctx) => {
  const state = await getOrganisationState(ctx);
  expect(OrganisationState.parse(state)).toEqual(state);
  expect(state).toMatchObject({ members: 11, pending: 1 });
});
