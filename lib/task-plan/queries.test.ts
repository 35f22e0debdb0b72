import { describe, expect, test } from 'vitest';
import { addDependency } from '@/lib/dependency/commands';
import { DependencyInput } from '@/lib/dependency/schema';
import type { Ctx } from '@/lib/org';
import { listCalendar, listLinks, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListLinks, ListTimeline } from '@/lib/task-plan/schema';
import { inDayOrder } from '@/lib/task-plan/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { create, list, person, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

const calendar = (ctx: Ctx, input: Record<string, unknown> = {}) =>
  listCalendar(ctx, ListCalendar.parse({ project_id: WEB, from: '2031-03-01', until: '2031-03-31', ...input }));
const due = (ctx: Ctx, title: string, due_date: string | null, more = {}) => create(ctx, { title, due_date, ...more });

describe('the calendar', () => {
  asLeader('lists each day of the range with its first tasks and counts all of them', async (ctx) => {
    await due(ctx, 'Before', '2031-02-28');
    await due(ctx, 'First', '2031-03-01');
    await due(ctx, 'Last', '2031-03-31');
    await due(ctx, 'After', '2031-04-01');
    await due(ctx, 'Undated', null);
    for (const title of ['One', 'Two', 'Three']) await due(ctx, title, '2031-03-09');
    const { days } = await calendar(ctx, { limit: 2 });
    expect(days.map(({ day, total, docs }) => [day, total, docs.map(({ title }) => title)])).toEqual([
      ['2031-03-01', 1, ['First']],
      ['2031-03-09', 3, ['One', 'Two']],
      ['2031-03-31', 1, ['Last']],
    ]);
  });

  asLeader('puts open and urgent tasks first, as the browser does', async (ctx) => {
    const day = '2031-03-09';
    const titles = ['none', 'urgent', 'low', 'high', 'medium', 'none'].map(
      (priority, at) => [`${at}`, { priority }] as const,
    );
    for (const [title, more] of titles) await due(ctx, title, day, more);
    await due(ctx, 'done', day, { priority: 'urgent', status: 4 });
    const [{ docs } = { docs: [] }] = (await calendar(ctx)).days;
    expect(docs.map(({ title }) => title)).toEqual(['1', '3', '4', '2', '0', '5', 'done']);
    expect(docs.toReversed().sort(inDayOrder)).toEqual(docs);
  });

  asLeader('narrows by the filters of the list, and finds the same tasks', async (ctx) => {
    await due(ctx, 'Mine', '2031-03-09', { assignee_ids: [person('leader')] });
    await due(ctx, 'Late', '2031-03-10', { priority: 'high' });
    const input = { filter: 'priority:high|assignee:me', q: '' };
    const { days } = await calendar(ctx, input);
    const found = days.flatMap(({ docs }) => docs.map(({ _id }) => _id)).sort();
    const rows = await list(ctx, { project_id: WEB, ...input, due_after: '2031-03-01', due_before: '2031-03-31' });
    expect(found).toEqual(rows.docs.map(({ _id }) => _id).sort());
    expect(found).toHaveLength(2);
  });

  test('shows and counts for a client only what is shared with it', async () => {
    const day = '2031-03-09';
    await asMember('acme.leader', async (ctx) => {
      await due(ctx, 'Internal', day);
      await due(ctx, 'Shared', day, { audience: 'client' });
      const { days } = await calendar(ctx);
      expect(days.map(({ total }) => total)).toEqual([2]);
      const client = await become(ctx, 'acme.client');
      expect((await calendar(client)).days).toMatchObject([{ day, total: 1, docs: [{ title: 'Shared' }] }]);
    });
  });

  test('refuses a range that is the wrong way round or longer than six weeks, and another organisation’s project', async () => {
    const faults = (from: string, until: string) => ListCalendar.safeParse({ from, until }).success;
    expect(faults('2031-03-02', '2031-03-01')).toBe(false);
    expect(faults('2031-03-01', '2031-04-12')).toBe(false);
    expect(faults('2031-03-01', '2031-04-11')).toBe(true);
    await asMember('globex.admin', async (ctx) => {
      expect(await codeOf(calendar(ctx))).toBe('not_found');
    });
  });
});

const timeline = (ctx: Ctx, input: Record<string, unknown> = {}) =>
  listTimeline(ctx, ListTimeline.parse({ project_id: WEB, ...input }));

asLeader('the timeline lists what has a date in the order in which it begins, page by page', async (ctx) => {
  await ctx.db.task.updateMany({ data: { startDate: null, dueDate: null } });
  const dates = [
    ['Third', '2031-03-05', '2031-03-20'],
    ['First', null, '2031-03-01'],
    ['Second', '2031-03-02', null],
    ['Undated', null, null],
  ] as const;
  for (const [title, start_date, due_date] of dates) await create(ctx, { title, start_date, due_date });
  const first = await timeline(ctx, { limit: 2 });
  expect([first.total, ...first.tasks.map(({ title }) => title)]).toEqual([3, 'First', 'Second']);
  const next = await timeline(ctx, { limit: 2, cursor: first.next_cursor });
  expect(next.tasks.map(({ title }) => title)).toEqual(['Third']);
  expect(next.next_cursor).toBeNull();
  const narrowed = await timeline(ctx, { filter: 'text:third|text:undated' });
  expect(narrowed.tasks.map(({ title }) => title)).toEqual(['Third']);
});

test('the timeline is told the dates of what its filters leave out, where that is linked to what they do not', () =>
  asMember('acme.leader', async (ctx) => {
    const link = (task_id: string, blocks_id: string) =>
      addDependency(ctx, DependencyInput.parse({ task_id, blocks_id }));
    const mine = await create(ctx, { due_date: '2031-03-09', assignee_ids: [person('leader')] });
    const blocker = await create(ctx, { start_date: '2031-03-01', due_date: '2031-03-20' });
    const further = await create(ctx, { due_date: '2031-03-25' });
    const undated = await create(ctx);
    await link(blocker._id, mine._id);
    await link(undated._id, mine._id);
    await link(blocker._id, further._id);
    const others = async (who: Ctx, input = {}) => (await listLinks(who, ListLinks.parse(input))).others;
    expect(await others(ctx, { project_id: WEB, assignee: 'me' })).toEqual([
      { _id: blocker._id, key: blocker.key, status: 1, start_date: '2031-03-01', due_date: '2031-03-20' },
    ]);
    expect(await others(ctx, { project_id: WEB })).toEqual([]);
    expect(await others(ctx)).toEqual([]);
    await ctx.settle();
    expect(await others(await become(ctx, 'acme.client'), { project_id: WEB, assignee: 'none' })).toEqual([]);
  }));

asLeader('the timeline tells a client only of dependencies between tasks that are shared with it', async (ctx) => {
  const [a, b] = [await create(ctx, { audience: 'client' }), await create(ctx, { audience: 'client' })];
  const hidden = await create(ctx);
  const link = (task_id: string, blocks_id: string) =>
    addDependency(ctx, DependencyInput.parse({ task_id, blocks_id }));
  await link(a._id, b._id);
  await link(hidden._id, b._id);
  const links = async (who: Ctx, input = {}) => (await listLinks(who, ListLinks.parse(input))).links;
  expect(await links(ctx, { project_id: WEB })).toHaveLength(2);
  expect(await links(ctx)).toHaveLength(2);
  await ctx.settle();
  const client = await become(ctx, 'acme.client');
  expect(await links(client, { project_id: WEB })).toEqual([{ task_id: a._id, blocks_id: b._id }]);
  const stranger = await become(ctx, 'acme.outsider');
  expect(await links(stranger)).toEqual([]);
  expect(await codeOf(links(stranger, { project_id: WEB }))).toBe('not_found');
});
