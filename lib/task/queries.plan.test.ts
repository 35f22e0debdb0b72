import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { CARD_EXTRAS } from '@/lib/task/vocabulary';
import { FIELD_NAMES, type FieldName } from '@/lib/task/vocabulary.fields';
import { listCalendar, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListTimeline } from '@/lib/task-plan/schema';
import { asMember } from '@/lib/test/as-member';
import { type Node, planOf, type Statement, sent } from '@/lib/test/plans';
import { board, list, WEB } from '@/lib/test/task-calls';

/** How PostgreSQL reads a board of 5,000 tasks: each column's index in order, and no further than the screen shows. */

/** 5,000 tasks in acme's WEB, 100 in its other projects and the neighbours'. What other tests left has none: it would count. */
const TASKS = `
insert into task (org_id, id, project_id, number, title, status, rank, audience, created_by_id, due_date, completed_at)
select p.org_id, gen_random_uuid(), p.id, 1000 + n, 'Task ' || n, 1 + n % 5, 'b' || lpad(n::text, 6, '0') || 'V',
       case when n % 3 = 0 then 'client' else 'internal' end, p.leader_id, current_date + (n % 60 - 20),
       case when n % 5 = 3 then now() - make_interval(hours => n) end
  from project p join organisation o on o.id = p.org_id, generate_series(1, case when p.id = $1 then 5000 else 100 end) n
 where o.key = 'acme' or o.key like 'neighbour-%' order by p.org_id, p.id, n`;
/** Other organisations: what makes the planner believe that a column is short. */
const NEIGHBOURS = `
insert into organisation (id, key, name) select gen_random_uuid(), 'neighbour-' || n, 'Neighbour ' || n from generate_series(1, 30) n;
insert into project (org_id, id, key, name, type)
select o.id, gen_random_uuid(), 'P' || n, 'Project ' || n, 'web_application'
  from organisation o, generate_series(1, 5) n where o.key like 'neighbour-%'`;
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  await owner.connect();
  await owner.query(NEIGHBOURS);
  await owner.query(TASKS, [WEB]);
  await owner.query(`insert into task_assignee (org_id, task_id, member_id, project_id, audience)
    select org_id, id, created_by_id, project_id, audience from task where number > 1000 and created_by_id is not null`);
  await owner.query(`insert into time_entry (org_id, id, task_id, project_id, audience, member_id, started_at, ended_at)
    select org_id, gen_random_uuid(), id, project_id, audience, created_by_id, now() - interval '2 hours', now()
      from task where number > 1000 and created_by_id is not null`);
  // In the order they were made, whatever holes other tests left: the planner asks how far an organisation's rows lie
  // apart, and random ids in a random order have it read the same 51 rows by a bitmap once in a while.
  await owner.query('vacuum (full) task');
  await vi.waitFor(allIsVisible, { timeout: 30_000 });
  await owner.query('analyze');
});
afterAll(() => owner.end());

/** An index alone answers only for pages that no older transaction may see otherwise: one that is open delays a vacuum's word. */
async function allIsVisible(): Promise<void> {
  await owner.query('vacuum (analyze) task');
  const { rows } = await owner.query("select relpages, relallvisible from pg_class where oid = 'task'::regclass");
  expect(rows[0].relallvisible).toBe(rows[0].relpages);
}

/** What a card asks of tasks that it may wait for: by their key, and none as long as there is no dependency. */
const WAITED_FOR = 'b';
/** Its subtasks, which are found by their parent, and its parent. */
const BELOW = 'sub';
const ABOVE = 'up';
const ofTasks = (nodes: Node[]) => {
  const tasks = nodes.filter((node) => node['Relation Name'] === 'task');
  const waitedFor = tasks.filter(({ Alias }) => Alias?.startsWith(WAITED_FOR));
  for (const node of waitedFor) expect(node).toMatchObject({ 'Actual Loops': 0 });
  const below = tasks.filter(({ Alias }) => Alias?.startsWith(BELOW));
  for (const node of below) expect(node['Node Type']).not.toBe('Seq Scan');
  return tasks.filter((node) => !waitedFor.includes(node) && !below.includes(node));
};
/** Policies of what hangs on tasks ask for those by their key. */
const ownTasks = (nodes: Node[]) =>
  ofTasks(nodes).filter((node) => !node.Alias?.startsWith(ABOVE) && node['Index Name'] !== 'task_org_id_id_key');
const detailsIn = (nodes: Node[]) =>
  nodes.filter((node) => /^(task_assignee|comment)$/.test(node['Relation Name'] ?? ''));

/** What hangs on the cards is read once for all of them, by their ids, and nothing of other tasks. */
async function expectPartsByKey(ctx: Ctx, statements: Statement[], mode: 'custom' | 'generic', most: number) {
  const parts = statements.find(({ text }) => text.includes("'assigned' as kind")) as Statement;
  const nodes = await planOf(ctx, parts, mode);
  const details = detailsIn(nodes);
  expect(details.map((node) => node['Relation Name']).toSorted()).toEqual(['comment', 'task_assignee']);
  for (const node of details) {
    expect(node['Actual Loops']).toBeLessThanOrEqual(1);
    expect(node['Actual Rows']).toBeLessThanOrEqual(most);
  }
  expect(details.find((node) => node['Relation Name'] === 'task_assignee')?.['Node Type']).not.toBe('Seq Scan');
  for (const task of ofTasks(nodes).filter(({ Alias }) => Alias?.startsWith(ABOVE))) {
    expect(task['Node Type']).not.toBe('Seq Scan');
    expect(task['Actual Rows']).toBeLessThanOrEqual(most);
  }
}
const VALUE: Record<FieldName, string> = {
  assignee: 'me',
  status: '4',
  priority: 'urgent',
  category: 'none',
  label: 'none',
  due: 'overdue',
  text: 'web-12',
  creator: 'me',
  start: 'none',
  created: 'yesterday',
  updated: 'yesterday',
  completed: 'last-30-days',
  estimate: '1h..',
  spent: '1h..',
  audience: 'client',
  project: 'APP',
  parent: 'any',
  watcher: 'me',
  blocked: 'yes',
  blocks: 'yes',
  comments: 'yes',
  attachments: 'yes',
  repeats: 'yes',
};
const MODES = ['custom', 'generic'] as const;

describe.each(MODES)('with a %s plan', (mode) => {
  test.each(['admin', 'leader', 'user', 'observer', 'client'])(
    'the columns are read in order for a %s',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        const statements = await sent(() => board(ctx));
        const cards = statements.find(({ text }) => text.includes('as board(status)')) as Statement;
        const tasks = ofTasks(await planOf(ctx, cards, mode));
        expect(tasks.map((node) => [node.Alias, node['Node Type'], node['Index Name']])).toEqual([
          ['t', 'Index Scan', 'task_org_id_project_id_status_rank_id_idx'],
        ]);
        await expectPartsByKey(ctx, statements, mode, 250);
        // Fifty of each column and one to know whether there are more.
        expect(tasks[0]?.['Actual Rows']).toBeLessThanOrEqual(51);
        if (seat !== 'client') expect(tasks[0]?.['Rows Removed by Filter'] ?? 0).toBe(0);
      });
    },
  );

  test.each(['admin', 'user', 'client'])(
    'for a %s what was completed lately is found by its date, and the rest is not read',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        const statements = await sent(() => board(ctx, { completed: 'recent' }));
        const cards = statements.find(({ text }) => text.includes('as board(status)')) as Statement;
        const tasks = ofTasks(await planOf(ctx, cards, mode));
        expect(tasks.map((node) => node['Node Type'])).not.toContain('Seq Scan');
        // Of the thousand that are completed, those of 14 days; of the other columns the first of each.
        for (const node of tasks) {
          expect(node['Actual Rows']).toBeLessThanOrEqual(80);
          if (seat !== 'client') expect(node['Rows Removed by Filter'] ?? 0).toBe(0);
        }
      });
    },
  );

  test('the next cards of a column are read from where the last ended', async () => {
    await asMember('acme.leader', async (ctx) => {
      const [pending] = await board(ctx, { status: '1' });
      const statements = await sent(() => board(ctx, { status: '1', cursor: pending?.next_cursor }));
      const cards = statements.find(({ text }) => text.includes('as board(status)')) as Statement;
      const tasks = ofTasks(await planOf(ctx, cards, mode));
      expect(tasks).toMatchObject([{ 'Node Type': 'Index Scan' }]);
      await expectPartsByKey(ctx, statements, mode, 51);
      expect(tasks[0]?.['Actual Rows']).toBeLessThanOrEqual(51);
      expect(tasks[0]?.['Rows Removed by Filter'] ?? 0).toBe(0);
    });
  });

  test.each(['admin', 'user', 'client'])(
    'a list looks up people and comments for a %s only of what it shows',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        for (const sort of ['-created', 'title']) {
          const statements = await sent(() => list(ctx, { sort }));
          expect(statements).toHaveLength(1);
          await expectPartsByKey(ctx, statements, mode, 51);
        }
      });
    },
  );

  test.each(['user', 'client'])('what a list tells a %s besides is read by the ids of what it shows', async (seat) => {
    await asMember(`acme.${seat}`, async (ctx) => {
      const statements = await sent(() => list(ctx, { include: CARD_EXTRAS.join() }));
      expect(statements).toHaveLength(1);
      const nodes = await planOf(ctx, statements[0] as Statement, mode);
      const times = nodes.filter((node) => node['Relation Name'] === 'time_entry');
      expect(times).toHaveLength(1);
      for (const node of times) {
        expect(node['Node Type']).not.toBe('Seq Scan');
        expect(node['Actual Rows']).toBeLessThanOrEqual(51);
      }
    });
  });

  test.each(['admin', 'user', 'client'])(
    'the list of a project reads for a %s the tasks of its page, and their number from the index',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        for (const sort of ['-created', 'created']) {
          const [statement] = await sent(() => list(ctx, { project_id: WEB, sort }));
          const tasks = ownTasks(await planOf(ctx, statement as Statement, mode));
          // As words: a failure names the other plan.
          expect(tasks.map((node) => `${node['Node Type']} ${node['Index Name']}`)).toEqual([
            'Index Only Scan task_list_idx',
            'Index Scan task_list_idx',
          ]);
          expect(tasks[1]?.['Actual Rows']).toBeLessThanOrEqual(51);
        }
      });
    },
  );

  test.each(FIELD_NAMES)(
    'a filter by %s reads the tasks of the project by an index, and people of those alone',
    async (field) => {
      await asMember('acme.leader', async (ctx) => {
        const [statement] = await sent(() => list(ctx, { project_id: WEB, filter: `!${field}:${VALUE[field]}` }));
        const nodes = await planOf(ctx, statement as Statement, mode);
        expect(ofTasks(nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
        const people = nodes.filter((node) => node['Relation Name'] === 'task_assignee');
        for (const node of people) expect(node['Node Type']).not.toBe('Seq Scan');
      });
    },
  );

  test('the list of a project does not read the others', async () => {
    await asMember('acme.leader', async (ctx) => {
      for (const statement of await sent(() => list(ctx, { project_id: WEB }))) {
        const nodes = await planOf(ctx, statement, mode);
        expect(ofTasks(nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
      }
    });
  });

  test.each(['leader', 'client'])(
    'the calendar reads for a %s the tasks of its days, and people of what it shows',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        const [day] = await ctx.db.$queryRaw<{ from: string; until: string }[]>`
        select (current_date + 1)::text as from, (current_date + 7)::text as until`;
        for (const scope of [{}, { project_id: WEB }]) {
          const input = ListCalendar.parse({ ...day, ...scope, limit: '3' });
          const statements = await sent(() => listCalendar(ctx, input));
          const nodes = await planOf(ctx, statements[0] as Statement, mode);
          for (const node of ofTasks(nodes)) {
            expect(node['Node Type']).not.toBe('Seq Scan');
            // Of 5,000 in the project, the 84 of each day.
            expect(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(700);
          }
          expect(detailsIn(nodes)).toEqual([]);
          await expectPartsByKey(ctx, statements, mode, 21);
        }
      });
    },
  );

  test('the timeline of a project reads its tasks by an index, and people of the page alone', async () => {
    await asMember('acme.leader', async (ctx) => {
      const input = ListTimeline.parse({ project_id: WEB, limit: '50' });
      const statements = await sent(() => listTimeline(ctx, input));
      const nodes = await planOf(ctx, statements[0] as Statement, mode);
      expect(ofTasks(nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
      await expectPartsByKey(ctx, statements, mode, 51);
    });
  });
});
