import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { cardsById, countTasks, getCard, getTask, listTasks } from '@/lib/task/queries';
import { CountTasks, ListTasks, type TaskCard } from '@/lib/task/schema';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { board, list, task, WEB } from '@/lib/test/task-calls';

const keys = (docs: readonly { key: string }[]) => docs.map(({ key }) => key).sort();

const ALL = ['APP-1', 'APP-2', 'WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5', 'WEB-6'];
const OF_WEB = ALL.filter((key) => key.startsWith('WEB'));
/** Row 25: who sees which tasks. */
const SEEN: [string, string[]][] = [
  ['acme.admin', ALL],
  ['acme.subadmin', ALL],
  ['acme.observer', ALL],
  ['acme.leader', OF_WEB],
  ['acme.user', OF_WEB],
  ['acme.user2', ALL],
  ['acme.outsider', []],
  ['acme.client', ['WEB-1', 'WEB-4', 'WEB-5']],
  ['acme.client2', ['APP-1']],
];

describe('the list of tasks', () => {
  test.each(SEEN)(
    'T09 shows %s its own projects’ tasks, one by one, counted and on the board alike',
    async (who, seen) => {
      await asMember(who, async (ctx) => {
        const { docs, total } = await list(ctx);
        expect(keys(docs)).toEqual(seen);
        expect(total).toBe(seen.length);
        expect(await countTasks(ctx, CountTasks.parse({}))).toMatchObject({ total: seen.length });
        expect(keys(await cardsById(ctx, ALL.map(task)))).toEqual(seen);
        const ofWeb = seen.filter((key) => key.startsWith('WEB'));
        if (ofWeb.length) {
          const columns = await board(ctx);
          expect(keys(columns.flatMap((column) => column.docs))).toEqual(ofWeb);
          expect(columns.reduce((sum, column) => sum + column.total, 0)).toBe(ofWeb.length);
        } else expect(await failureOf(board(ctx))).toMatchObject({ code: 'not_found' });
      });
    },
  );

  test('T09 knows nothing of another organisation', async () => {
    await asMember('globex.admin', async (ctx) => {
      const { docs } = await list(ctx);
      expect(docs).toHaveLength(8);
      expect(docs.filter(({ _id }) => ALL.map(task).includes(_id))).toEqual([]);
      for (const read of [
        () => list(ctx, { project_id: WEB }),
        () => board(ctx),
        () => countTasks(ctx, CountTasks.parse({ project_id: WEB })),
        () => getTask(ctx, { id: task('WEB-1') }),
        () => getCard(ctx, { id: task('WEB-1') }),
      ])
        expect(await failureOf(read())).toMatchObject({ code: 'not_found' });
    });
    await asMember('acme.admin', async (ctx) => expect((await list(ctx, { project_id: WEB })).docs).toHaveLength(6));
  });

  test('finds by filter', async () => {
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.task.updateMany({
        where: { id: task('WEB-2') },
        data: { priority: 'high', categoryId: fixtureId('acme.Design') },
      });
      const found = async (input: Record<string, unknown>) => keys((await list(ctx, input)).docs);
      expect(await found({ status: '1,3', project_id: WEB })).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-5']);
      expect(await found({ assignee: fixtureId('acme.user') })).toEqual(['WEB-1', 'WEB-6']);
      expect(await found({ assignee: 'none' })).toEqual(['APP-2', 'WEB-3']);
      expect(await found({ priority: 'high' })).toEqual(['WEB-2']);
      expect(await found({ category: fixtureId('acme.Design') })).toEqual(['WEB-2']);
      expect(await found({ audience: 'client', status: 'Pending' })).toEqual(['APP-1', 'WEB-1']);
      expect(await found({ overdue: 'true' })).toEqual(['WEB-1']);
      const today = new Date().toISOString().slice(0, 10);
      expect(await found({ due_after: today })).toEqual(['WEB-3', 'WEB-4']);
      expect(await found({ due_before: today })).toEqual(['WEB-1', 'WEB-3']);
      expect(await found({ q: 'PRICING' })).toEqual(['WEB-4']);
      expect(await found({ q: 'web-3' })).toEqual(['WEB-3']);
    });
    await asMember('acme.user2', async (ctx) =>
      expect(keys((await list(ctx, { assignee: 'me' })).docs)).toEqual(['APP-1', 'WEB-4', 'WEB-5']),
    );
  });

  test('V07 takes wildcards of a search literally', async () => {
    await asMember('acme.admin', async (ctx) => {
      for (const q of ['%', '_', '\\', '%%%', 'W_B-1']) expect((await list(ctx, { q })).docs, q).toEqual([]);
      await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { title: '100% of a_b\\c' } });
      for (const q of ['%', '_', '\\', '0% o', 'A_B\\C'])
        expect(keys((await list(ctx, { q })).docs), q).toEqual(['WEB-1']);
    });
  });

  test('leaves the bin out', async () => {
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
      expect(keys((await list(ctx, { project_id: WEB })).docs)).toEqual(OF_WEB.slice(1));
      expect(await cardsById(ctx, [task('WEB-1')])).toEqual([]);
      expect((await countTasks(ctx, CountTasks.parse({ project_id: WEB }))).total).toBe(5);
      expect((await board(ctx))[0]).toMatchObject({ total: 2 });
    });
  });

  test('shows people only to those who may know them, and dates as dates', async () => {
    await asMember('acme.client', async (ctx) => {
      const { docs } = await list(ctx);
      const card = (key: string) => docs.find((one) => one.key === key) as TaskCard;
      expect(card('WEB-1').assignees).toEqual([{ _id: fixtureId('acme.user'), name: 'user of acme', pic: null }]);
      expect(card('WEB-4').assignees).toEqual([]);
      expect(card('WEB-1').comment_count).toBe(1);
    });
    await asMember('acme.leader', async (ctx) => {
      const card = await getCard(ctx, { id: task('WEB-4') });
      expect(card.assignees.map(({ name }) => name)).toEqual(['user2 of acme']);
      expect(card.due_date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(new Date(card.created_at).toISOString()).toBe(card.created_at);
      expect((await getCard(ctx, { id: task('WEB-1') })).comment_count).toBe(2);
    });
  });
});

const SORTS = ['created', 'due', 'priority', 'title', 'updated', 'status', 'progress'].flatMap((sort) => [
  sort,
  `-${sort}`,
]);

describe('paging', () => {
  test.each(SORTS)('sorted by %s, cursors and page numbers both pass every task once, in order', async (sort) => {
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-3') }, data: { priority: 'urgent' } });
      const whole = (await list(ctx, { sort })).docs.map(({ _id }) => _id);
      expect(whole).toHaveLength(8);
      const byCursor: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(ctx, { sort, limit: 3, ...(cursor && { cursor }) });
        byCursor.push(...page.docs.map(({ _id }) => _id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(byCursor).toEqual(whole);
      const pages = [1, 2, 3, 4].map((page) => list(ctx, { sort, limit: 3, page }));
      const byPage: string[] = [];
      for (const page of pages) byPage.push(...(await page).docs.map(({ _id }) => _id));
      expect(byPage).toEqual(whole);
    });
  });

  test('puts tasks without a date last, either way', async () => {
    await asMember('acme.leader', async (ctx) => {
      for (const sort of ['due', '-due']) {
        const dates = (await list(ctx, { sort })).docs.map(({ due_date }) => due_date);
        expect(dates.slice(3)).toEqual([null, null, null]);
        expect([...dates.slice(0, 3)].sort()).toEqual(sort === 'due' ? dates.slice(0, 3) : dates.slice(0, 3).reverse());
      }
    });
  });

  const crafted = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['garbage', 'x'],
    ['an empty one', ''],
    ['a list’s of another order', crafted(['title', 'a', WEB])],
    ['a value of another kind', crafted(['-created', { gt: '' }, WEB])],
    ['a date that does not exist', crafted(['due', '2026-02-30', WEB])],
    ['an instant in no year', crafted(['-created', '0000-01-01T00:00:00.000Z', WEB])],
    ['an id that is none', crafted(['-created', '2026-01-01T00:00:00.000Z', "' or 1=1"])],
    ['a rank', crafted(['rank', 'a0', WEB])],
  ])('V02 refuses %s as a cursor', async (_what, cursor) => {
    for (const sort of ['-created', 'due'])
      expect(await attempt('acme.admin', (ctx) => list(ctx, { sort, cursor }))).toBe('invalid');
    expect(
      await attempt('acme.admin', (ctx) => board(ctx, { status: '1', cursor: crafted(['rank', 'a\0', WEB]) })),
    ).toBe('invalid');
  });

  test('V02 sorts by nothing else', () => {
    for (const sort of ['rank', 'id; drop table task', '--created', 'description', 'constructor'])
      expect(ListTasks.safeParse({ sort }).success).toBe(false);
  });
});

test('a client asks for nobody whose name it may not see; a card says only that somebody works on it', () =>
  asMember('acme.client', async (ctx) => {
    const by = async (seat: string) =>
      (await listTasks(ctx, ListTasks.parse({ assignee: fixtureId(`acme.${seat}`) }))).total;
    expect([await by('user'), await by('user2')]).toEqual([1, 0]);
    const { docs } = await listTasks(ctx, ListTasks.parse({}));
    expect(docs.find(({ key }) => key === 'WEB-5')).toMatchObject({
      assignees: [],
      hidden_assignees: true,
      created_by_id: null,
    });
    expect(docs.find(({ key }) => key === 'WEB-1')).toMatchObject({
      hidden_assignees: false,
      created_by_id: fixtureId('acme.leader'),
    });
    expect(await getTask(ctx, { id: 'WEB-5' })).toMatchObject({ assignees: [], hidden_assignees: true });
    expect(JSON.stringify(docs)).not.toContain(fixtureId('acme.user2'));
  }));

test('a subtask names the task above it, to whom may see that one', () =>
  asMember('acme.leader', async (ctx) => {
    for (const [id, parentId] of [
      ['WEB-4', 'WEB-1'],
      ['WEB-5', 'WEB-2'],
    ] as const)
      await ctx.db.task.update({ where: { id: task(id) }, data: { parentId: task(parentId) } });
    const parents = async (reader: Ctx) => {
      const shown = (await list(reader, { project_id: WEB })).docs.filter(({ parent }) => parent);
      for (const { _id, parent } of shown) expect((await getTask(reader, { id: _id })).parent).toEqual(parent);
      return shown.map(({ key, parent }) => `${key} of ${parent?.key} ${parent?.title}`).sort();
    };
    const open = 'WEB-4 of WEB-1 Collect brand assets';
    expect(await parents(ctx)).toEqual([open, 'WEB-5 of WEB-2 Negotiate the hosting contract']);
    const reader = await become(ctx, 'acme.client');
    expect(await parents(reader)).toEqual([open]);
    expect(await getTask(reader, { id: 'WEB-5' })).toMatchObject({ parent: null });
  }));
