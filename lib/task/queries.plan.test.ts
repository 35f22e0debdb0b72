import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { board, list, WEB } from '@/lib/test/task-calls';

/** How PostgreSQL reads a board of 5,000 tasks: each column's index in order, and no further than the screen shows. */

/** Tasks for every project there is: 5,000 in acme's WEB, 100 elsewhere. */
const TASKS = `
insert into task (org_id, id, project_id, number, title, status, rank, audience, created_by_id, due_date, completed_at)
select p.org_id, gen_random_uuid(), p.id, 1000 + n, 'Task ' || n, 1 + n % 5, 'b' || lpad(n::text, 6, '0') || 'V',
       case when n % 3 = 0 then 'client' else 'internal' end, p.leader_id, current_date + (n % 60 - 20),
       case when n % 5 = 3 then now() - make_interval(hours => n) end
  from project p, generate_series(1, case when p.id = $1 then 5000 else 100 end) n`;
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
  await owner.query('analyze');
});
afterAll(() => owner.end());

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

type Statement = { text: string; values: unknown[] };

/** The statements that `read` sends. */
async function sent(read: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await read();
  const statements = query.mock.calls.map(([first]) => first as unknown as Statement);
  query.mockRestore();
  return statements;
}

/** How PostgreSQL carries a statement out for this caller, planned for these values or for any. */
async function planOf({ db }: Ctx, { text, values }: Statement, mode: 'custom' | 'generic'): Promise<Node[]> {
  await db.$executeRawUnsafe(`set local plan_cache_mode = force_${mode}_plan`);
  await db.$executeRawUnsafe(`prepare read_${mode} as ${text}`);
  const literal = (value: unknown): string =>
    Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value).replaceAll("'", "''")}'`;
  const [row] = await db.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(
    `explain (analyze, format json) execute read_${mode}(${values.map(literal).join(', ')})`,
  );
  await db.$executeRawUnsafe(`deallocate read_${mode}`);
  return all((row as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan);
}

const ofTasks = (nodes: Node[]) => nodes.filter((node) => node['Relation Name'] === 'task');
/** What a comment's policy asks about its task: by its key, and of clients alone. */
const BY_KEY = 'task_org_id_id_key';
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
          ['t_1', 'Index Scan', BY_KEY],
        ]);
        if (seat !== 'client') expect(tasks[1]?.['Actual Loops']).toBe(0);
        expect(tasks[1]?.['Actual Rows']).toBeLessThanOrEqual(1);
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
      expect(tasks).toMatchObject([{ 'Node Type': 'Index Scan' }, { 'Index Name': BY_KEY, 'Actual Loops': 0 }]);
      expect(tasks[0]?.['Actual Rows']).toBeLessThanOrEqual(51);
      expect(tasks[0]?.['Rows Removed by Filter'] ?? 0).toBe(0);
    });
  });

  test.each(['admin', 'user', 'client'])(
    'a list looks up people and comments for a %s only of what it shows',
    async (seat) => {
      await asMember(`acme.${seat}`, async (ctx) => {
        for (const sort of ['-created', 'title']) {
          const [statement] = await sent(() => list(ctx, { sort }));
          const nodes = await planOf(ctx, statement as Statement, mode);
          const details = nodes.filter((node) => /^(task_assignee|comment)$/.test(node['Relation Name'] ?? ''));
          expect(details).toHaveLength(2);
          for (const node of details) expect(node['Actual Loops']).toBeLessThanOrEqual(51);
        }
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
});
