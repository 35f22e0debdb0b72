import { describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import { getDashboard } from '@/lib/dashboard/queries';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { countTasksByProject, getProject } from '@/lib/project/queries';
import { cardsById, countTasks, getCard, getTask, listTasks } from '@/lib/task/queries';
import { linkTasks } from '@/lib/task/queries.card';
import { type BoardColumn, CountTasks, ListTasks, type TaskCard } from '@/lib/task/schema';
import { CARD_EXTRAS } from '@/lib/task/vocabulary';
import { listCalendar, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListTimeline } from '@/lib/task-plan/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { attempt, codeOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { board, create, list, move, person, task, WEB } from '@/lib/test/task-calls';
import { attach, repeat, spend } from '@/lib/test/task-extras';
import { asAdmin, asLeader, asUser } from '@/lib/test/test-as';

const keys = (docs: readonly { key: string }[]) => docs.map(({ key }) => key).sort();

asLeader('the board has the five columns in order, each with its total and its first tasks by rank', async (ctx) => {
  const docs = await board(ctx, { limit: 2 });
  expect(docs.map(({ label, total: tasks }) => [label, tasks])).toEqual([
    ['Pending', 3],
    ['In Process', 1],
    ['Testing', 1],
    ['Completed', 1],
    ['Backlogs', 0],
  ]);
  const [pending] = docs as [BoardColumn];
  expect(pending.docs.map(({ key }) => key)).toEqual(['WEB-1', 'WEB-2']);
  const next = await board(ctx, { status: '1', cursor: pending.next_cursor, limit: 2 });
  expect(next).toMatchObject([{ status: 1, total: 3, docs: [{ key: 'WEB-3' }], next_cursor: null }]);
  expect(docs[1]?.next_cursor).toBeNull();
});

asLeader('the board keeps its filters in totals and columns', async (ctx) => {
  const docs = await board(ctx, { assignee: fixtureId('acme.user') });
  expect(docs.map(({ total, docs: cards }) => [total, ...keys(cards)])).toEqual([
    [1, 'WEB-1'],
    [0],
    [0],
    [1, 'WEB-6'],
    [0],
  ]);
  expect((await board(ctx, { q: 'nothing has this' })).every(({ total }) => total === 0)).toBe(true);
});

asLeader('one task is found by id and by key, with what belongs to it', async (ctx) => {
  const byId = await getTask(ctx, { id: task('WEB-1') });
  expect(await getTask(ctx, { id: 'WEB-1' })).toEqual(byId);
  expect(byId).toMatchObject({
    key: 'WEB-1',
    project: { key: 'WEB', name: 'Website relaunch', leader_id: fixtureId('acme.leader') },
    created_by: { name: 'leader of acme', role: 'team_leader' },
    deleted_at: null,
    rights: { edit: true, move: true, assign: true, delete: true, audience: true, comment: true },
  });
  expect(byId.comments.map(({ internal, author }) => [internal, author?.name])).toEqual([
    [false, 'leader of acme'],
    [true, 'user of acme'],
  ]);
  expect(byId.comments[0]?.body_html).toBe('<p dir="auto">The logo files are here.</p>\n');
});

test.each(['acme.client', 'acme.observer'])('one task offers %s no change, and a client nothing internal', (who) =>
  asMember(who, async (ctx) => {
    const found = await getTask(ctx, { id: 'WEB-1' });
    const { comment, ...rights } = found.rights;
    expect(Object.values(rights).some(Boolean)).toBe(false);
    expect(comment).toBe(who === 'acme.client');
    expect(found.comments).toHaveLength(who === 'acme.client' ? 1 : 2);
    expect(found.created_by).toEqual({
      _id: fixtureId('acme.leader'),
      name: 'leader of acme',
      pic: null,
      ...(who === 'acme.observer' && { role: 'team_leader' }),
    });
  }),
);

test('one task in the bin is there for those who may take it out again', async () => {
  const binned = async (who: string) =>
    attempt(who, async (ctx) => {
      if (who === 'acme.admin')
        await ctx.db.task.updateMany({ where: { id: task('WEB-3') }, data: { deletedAt: new Date() } });
      await getTask(ctx, { id: 'WEB-3' });
    });
  expect(await binned('acme.admin')).toBe('done');
  await asMember('acme.user', async (ctx) => {
    await ctx.db.task.updateMany({
      where: { id: { in: [task('WEB-3'), task('WEB-1')] } },
      data: { deletedAt: new Date() },
    });
    expect((await getTask(ctx, { id: 'WEB-3' })).deleted_at).not.toBeNull();
    expect(await codeOf(getTask(ctx, { id: 'WEB-1' }))).toBe('not_found');
  });
});

asLeader('counts by status, late and due today', async (ctx) => {
  expect(await countTasks(ctx, CountTasks.parse({}))).toEqual({
    pending: 3,
    in_process: 1,
    testing: 1,
    completed: 1,
    backlogs: 0,
    total: 6,
    overdue: 1,
    due_today: 1,
  });
  expect((await countTasks(ctx, CountTasks.parse({ assignee: 'me' }))).total).toBe(1);
});

asLeader('D03 a page needs few statements, and no more for a hundred tasks than for one', async (ctx) => {
  const reads: [string, () => Promise<unknown>, number][] = [
    ['list', () => list(ctx, { project_id: WEB }), 3],
    ['board', () => board(ctx), 3],
    ['task', () => getTask(ctx, { id: 'WEB-1' }), 3],
    ['counts', () => countTasks(ctx, CountTasks.parse({ project_id: WEB })), 2],
  ];
  const before: number[] = [];
  for (const [, read] of reads) before.push(await statementsOf(read));
  await ctx.db.$executeRaw`
      with made as (insert into task (id, project_id, number, title, status, rank, audience, parent_id, created_by_id)
                    select gen_random_uuid(), ${WEB}::uuid, 100 + n, 'One of many', 1 + n % 5, 'b' || 100 + n, 'internal', ${task('WEB-1')}::uuid, ${person('leader')}::uuid
                      from generate_series(0, 99) n returning id, project_id, audience)
      insert into task_assignee (task_id, member_id, project_id, audience)
      select id, m, project_id, audience from made, unnest(${[person('user'), person('leader')]}::uuid[]) m`;
  for (const [at, [name, read, most]] of reads.entries()) {
    const statements = await statementsOf(read);
    expect(statements, name).toBeLessThanOrEqual(most);
    if (name !== 'task') expect(statements, name).toBe(before[at]);
  }
  expect((await getTask(ctx, { id: 'WEB-1' })).subtasks).toHaveLength(100);
});

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
  test.each(SEEN)('T09 shows %s its own projects’ tasks, one by one, counted and on the board alike', (who, seen) =>
    asMember(who, async (ctx) => {
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
      } else expect(await codeOf(board(ctx))).toBe('not_found');
    }),
  );

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

  asAdmin('V07 takes wildcards of a search literally', async (ctx) => {
    for (const q of ['%', '_', '\\', '%%%', 'W_B-1']) expect((await list(ctx, { q })).docs, q).toEqual([]);
    await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { title: '100% of a_b\\c' } });
    for (const q of ['%', '_', '\\', '0% o', 'A_B\\C'])
      expect(keys((await list(ctx, { q })).docs), q).toEqual(['WEB-1']);
  });

  asAdmin('leaves the bin out', async (ctx) => {
    await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
    expect(keys((await list(ctx, { project_id: WEB })).docs)).toEqual(OF_WEB.slice(1));
    expect(await cardsById(ctx, [task('WEB-1')])).toEqual([]);
    expect((await countTasks(ctx, CountTasks.parse({ project_id: WEB }))).total).toBe(5);
    expect((await board(ctx))[0]).toMatchObject({ total: 2 });
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
  asAdmin.each(SORTS)(
    'sorted by %s, cursors and page numbers both pass every task once, in order',
    async (ctx, sort) => {
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
    },
  );

  asLeader('puts tasks without a date last, either way', async (ctx) => {
    for (const sort of ['due', '-due']) {
      const dates = (await list(ctx, { sort })).docs.map(({ due_date }) => due_date);
      expect(dates.slice(3)).toEqual([null, null, null]);
      expect([...dates.slice(0, 3)].sort()).toEqual(sort === 'due' ? dates.slice(0, 3) : dates.slice(0, 3).reverse());
    }
  });

  type Sorted = [sort: string, first: string[]];
  asLeader.each<Sorted>([
    ['-priority', ['WEB-3', 'WEB-2']],
    ['title', ['WEB-3', 'WEB-4', 'WEB-1']],
    // What is done comes behind what is open, either way.
    ['due', ['WEB-1', 'WEB-3', 'WEB-4']],
    ['-due', ['WEB-4', 'WEB-3', 'WEB-1']],
    ['start', ['WEB-5', 'WEB-6', 'WEB-1']],
    ['-status', ['WEB-2', 'WEB-6', 'WEB-5', 'WEB-4']],
    ['-progress', ['WEB-6', 'WEB-2', 'WEB-5', 'WEB-4']],
  ])('sorted by %s begins with %j', async (ctx, sort, first) => {
    const set = (key: string, data: object) => ctx.db.task.updateMany({ where: { id: task(key) }, data });
    await set('WEB-2', { priority: 'high', status: 5 });
    await set('WEB-3', { priority: 'urgent', title: 'build the map' });
    await set('WEB-5', { startDate: new Date('2020-01-01') });
    await set('WEB-6', { dueDate: new Date('2020-01-02') });
    const { docs } = await list(ctx, { project_id: WEB, sort });
    expect(docs.slice(0, first.length).map(({ key }) => key)).toEqual(first);
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

asLeader('a subtask names the task above it, to whom may see that one', async (ctx) => {
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
});

const DAY = 86_400_000;
const age = (ctx: Ctx, id: string, days: number) =>
  ctx.db.task.updateMany({ where: { id }, data: { completedAt: new Date(Date.now() - days * DAY) } });
const completed = async (ctx: Ctx, input: Record<string, unknown> = {}) => {
  const [column] = await board(ctx, { status: '4', completed: 'recent', ...input });
  if (!column) throw new Error('There is no column of completed tasks');
  return { ...column, docs: column.docs.map(({ key }) => key) };
};

asLeader('what was completed is listed for 14 days, and then only counted; all of it on request', async (ctx) => {
  const late = await create(ctx, { status: 4 });
  expect(await completed(ctx)).toMatchObject({ total: 2, hidden: 0, docs: ['WEB-6', late.key] });
  await age(ctx, task('WEB-6'), 13.9);
  expect(await completed(ctx)).toMatchObject({ hidden: 0 });
  await age(ctx, task('WEB-6'), 14.1);
  expect(await completed(ctx)).toMatchObject({ total: 2, hidden: 1, docs: [late.key], next_cursor: null });
  expect(await completed(ctx, { completed: 'all' })).toMatchObject({
    total: 2,
    hidden: 0,
    docs: ['WEB-6', late.key],
  });
  expect((await board(ctx)).find(({ status }) => status === 4)).toMatchObject({ total: 2, hidden: 0 });
  // It was completed anew.
  for (const status of [3, 4]) await move(ctx, 'WEB-6', status);
  expect(await completed(ctx)).toMatchObject({ hidden: 0, docs: [late.key, 'WEB-6'] });
});

test('what was completed goes on page by page in the order of the board, and keeps the filters in what it hides', () =>
  asMember('acme.leader', async (ctx) => {
    const made = [];
    for (const title of ['one', 'two', 'three']) made.push(await create(ctx, { status: 4, title }));
    await age(ctx, task('WEB-6'), 20);
    await age(ctx, made[1]?._id ?? '', 20);
    const first = await completed(ctx, { limit: 1 });
    expect(first).toMatchObject({ total: 4, hidden: 2, docs: [made[0]?.key] });
    const next = await completed(ctx, { limit: 1, cursor: first.next_cursor });
    expect(next).toMatchObject({ total: 4, hidden: 2, docs: [made[2]?.key], next_cursor: null });
    expect(await completed(ctx, { q: 'two' })).toMatchObject({ total: 1, hidden: 1, docs: [] });
  }));

/** 26 hours lie between these two, so their calendars never show the same day. */
const [EARLIEST, LATEST] = ['Pacific/Kiritimati', 'Etc/GMT+12'];

test.each([
  [EARLIEST, { overdue: true, today: false }],
  [LATEST, { overdue: false, today: true }],
] as const)(
  'what is late, and what is due today is measured by the day of whoever looks, here in %s',
  async (time_zone, expected) => {
    const due = formatsFor({ locale: 'en', timeZone: LATEST }).today();
    const seat = { ...seatOf('acme.user'), time_zone };
    await asMember(seat, async (ctx) => {
      // Of all that is theirs one task alone is open, and has a day.
      await ctx.db.task.updateMany({ where: { projectId: WEB }, data: { dueDate: null } });
      await ctx.db.task.updateMany({
        where: { id: fixtureId('acme.WEB-1') },
        data: { dueDate: new Date(`${due}T00:00:00Z`) },
      });
      const counts = { overdue: Number(expected.overdue), due_today: Number(expected.today) };
      expect(await countTasks(ctx, { project_id: WEB })).toMatchObject(counts);
      expect((await countTasksByProject(ctx, { project_id: WEB }))[0]).toMatchObject(counts);
      expect((await getProject(ctx, { project_id: WEB })).counts).toMatchObject(counts);
      const late = await listTasks(ctx, ListTasks.parse({ overdue: 'true', project_id: WEB }));
      expect(late.docs).toHaveLength(counts.overdue);
      const { my_day } = await getDashboard(ctx, { range: '7d' });
      expect([my_day.overdue.length, my_day.today.length]).toEqual([counts.overdue, counts.due_today]);
    });
  },
);

describe('time, repetition, files and creators', () => {
  /** Time, repetition, files and creators: cards of lists tell them where they are asked for. WEB-1 is seen by clients. */

  const OPEN = task('WEB-1');
  const ALL = CARD_EXTRAS.join();
  const told = (card: TaskCard | undefined) =>
    Object.fromEntries(CARD_EXTRAS.flatMap((name) => (card && name in card ? [[name, card[name]]] : [])));
  const tells = async (ctx: Ctx, input: object = {}) =>
    told((await list(ctx, { project_id: WEB, ...input })).docs.find(({ _id }) => _id === OPEN));
  const found = async (ctx: Ctx, filter: string) =>
    (await list(ctx, { project_id: WEB, filter })).docs.map(({ key }) => key).sort();
  const LEADER = { _id: person('leader'), name: 'leader of acme', pic: null };

  /** On WEB-1: 45 minutes by two, every week, a file. */
  async function given(admin: Ctx) {
    await spend(admin, OPEN, 15);
    await repeat(admin, OPEN);
    await attach(admin, OPEN);
    await admin.settle();
    const user = await become(admin, 'acme.user');
    await spend(user, OPEN, 30);
    await user.settle();
    return become(admin, 'acme.leader');
  }

  test('what a card of a list tells besides is told where a call or the filter asks for it, and by a card that is read alone', () =>
    asMember('acme.admin', async (admin) => {
      const ctx = await given(admin);
      const everything = { spent_minutes: 45, repeating: true, attached: true, created_by: LEADER };
      expect(await tells(ctx)).toEqual({});
      expect(await tells(ctx, { include: 'created_by' })).toEqual({ created_by: LEADER });
      expect(await tells(ctx, { include: ALL })).toEqual(everything);
      expect(await tells(ctx, { filter: 'spent:any|repeats:no' })).toEqual({ spent_minutes: 45, repeating: true });
      expect(told(await getCard(ctx, { id: OPEN }))).toEqual(everything);
      expect(told(await create(ctx))).toMatchObject({ created_by: { _id: LEADER._id } });
    }));

  test('what a card of a list tells besides is on the cards of a board, a calendar and a timeline that are filtered by it', () =>
    asMember('acme.admin', async (admin) => {
      const ctx = await given(admin);
      const asked = { project_id: WEB, filter: 'attachments:yes' };
      const due = (await getCard(ctx, { id: OPEN })).due_date;
      const cards = [
        (await board(ctx, asked)).flatMap(({ docs }) => docs),
        (await listTimeline(ctx, ListTimeline.parse(asked))).tasks,
        (await listCalendar(ctx, ListCalendar.parse({ ...asked, from: due, until: due }))).days.flatMap(
          ({ docs }) => docs,
        ),
      ];
      expect(cards.map((docs) => docs.map((card) => [card.key, told(card)]))).toEqual([
        [['WEB-1', { attached: true }]],
        [['WEB-1', { attached: true }]],
        [['WEB-1', { attached: true }]],
      ]);
    }));

  asAdmin('what a card of a list tells besides is found by filters', async (admin) => {
    const ctx = await given(admin);
    const others = ['WEB-2', 'WEB-3', 'WEB-4', 'WEB-5', 'WEB-6'];
    for (const filter of ['spent:any', 'spent:30..1h', '!spent:none', 'spent:45', 'repeats:yes', 'attachments:yes'])
      expect(await found(ctx, filter), filter).toEqual(['WEB-1']);
    for (const filter of ['spent:none', 'spent:..44', '!spent:1m..', 'repeats:no', 'attachments:no'])
      expect(await found(ctx, filter), filter).toEqual(others);
    expect(await found(ctx, 'spent:..2h')).toEqual(['WEB-1', ...others]);
    expect(await found(ctx, 'spent:46..|spent:2h..1h')).toEqual([]);
  });

  asAdmin('a client learns nothing of time and repetition, by card, filter or page', async (admin) => {
    await given(admin);
    const ctx = await become(admin, 'acme.client');
    const all = ['WEB-1', 'WEB-4', 'WEB-5'];
    expect(await found(ctx, 'spent:none;repeats:no')).toEqual(all);
    for (const filter of ['spent:any', 'spent:1..', 'repeats:yes'])
      expect(await found(ctx, filter), filter).toEqual([]);
    expect(await tells(ctx, { include: ALL })).toEqual({ attached: true, created_by: LEADER });
    expect(told(await getCard(ctx, { id: OPEN }))).toEqual({ attached: true, created_by: LEADER });
    expect((await getTask(ctx, { id: OPEN })).time).toBeNull();
  });

  asAdmin('a client learns nothing of files that hang on what the team says among itself', async (admin) => {
    await attach(admin, OPEN, fixtureId('acme.internal comment'));
    await admin.settle();
    expect(await found(admin, 'attachments:yes')).toEqual(['WEB-1']);
    const ctx = await become(admin, 'acme.client');
    expect(await found(ctx, 'attachments:yes')).toEqual([]);
    expect(await found(ctx, 'attachments:no')).toContain('WEB-1');
    expect(await tells(ctx, { include: 'attached' })).toEqual({});
    expect(told(await getCard(ctx, { id: OPEN }))).not.toHaveProperty('attached');
  });

  asAdmin('a client learns of the files that it sees, and no name of a creator whom it may not know', async (admin) => {
    await attach(admin, OPEN, fixtureId('acme.open comment'));
    await admin.db.task.updateMany({ where: { id: OPEN }, data: { createdById: person('user2') } });
    await admin.settle();
    expect(await tells(admin, { include: ALL })).toMatchObject({ created_by: { _id: person('user2') } });
    const ctx = await become(admin, 'acme.client');
    expect(await tells(ctx, { include: ALL })).toEqual({ attached: true });
    expect(told(await getCard(ctx, { id: OPEN }))).toEqual({ attached: true });
  });
});

const WORDS = 'WEB-1, WEB-2, APP-1 and WEB-999';
const linkedFor = async (who: string) => {
  let keys: string[] = [];
  await asMember(who, async (ctx) => {
    const [html = ''] = await linkTasks(ctx, [WORDS]);
    keys = [...html.matchAll(/task=([A-Z]+-\d+)/g)].map(([, key = '']) => key);
  });
  return keys;
};

describe('the key of a task in a text', () => {
  test('T09 is a link for whoever sees the task, and plain text for others', async () => {
    expect(await linkedFor('acme.admin')).toEqual(['WEB-1', 'WEB-2', 'APP-1']);
    expect(await linkedFor('acme.user')).toEqual(['WEB-1', 'WEB-2']);
    expect(await linkedFor('acme.client')).toEqual(['WEB-1']);
    expect(await linkedFor('acme.outsider')).toEqual([]);
  });

  asLeader('is none in the bin', async (ctx) => {
    await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
    expect((await linkTasks(ctx, ['WEB-1 and WEB-2']))[0]).toMatch(/^WEB-1 and <a/);
  });

  asUser('is stored as it was written, and resolved for each reader', async (ctx) => {
    const made = await addComment(
      ctx,
      AddComment.parse({ task_id: task('WEB-1'), body: 'After WEB-2, not WEB-999', internal: false }),
    );
    expect(made.body_html).toMatch(
      /^<p dir="auto">After <a href="taskpage\?task=WEB-2" title="[^"]+">WEB-2<\/a>, not WEB-999<\/p>/,
    );
    const read = async () => (await getTask(ctx, { id: 'WEB-1' })).comments.at(-1)?.body_html;
    expect(await read()).toBe(made.body_html);
    const stored = await ctx.db.comment.findFirst({ where: { id: made._id }, select: { bodyHtml: true } });
    expect(stored?.bodyHtml).toBe('<p dir="auto">After WEB-2, not WEB-999</p>\n');
    await ctx.db.$queryRaw`select set_config('app.role', 'client', true)`;
    expect(await read()).toBe('<p dir="auto">After WEB-2, not WEB-999</p>\n');
  });

  asUser('D03 costs one statement however many there are, and none where there is none', async (ctx) => {
    expect(await statementsOf(() => linkTasks(ctx, [WORDS, 'WEB-3 WEB-4']))).toBe(1);
    expect(await statementsOf(() => linkTasks(ctx, ['Nothing', 'here']))).toBe(0);
  });
});
