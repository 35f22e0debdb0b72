import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { readBoard } from '@/lib/task-board/queries';
import { ReadBoard } from '@/lib/task-board/schema';
import { asMember } from '@/lib/test/as-member';
import { planOf, sent } from '@/lib/test/plans';
import { WEB } from '@/lib/test/task-calls';

const owner = new pg.Client({ connectionString: env.databaseUrl });
/** As an import leaves them: the planner has not looked at them yet. */
beforeAll(async () => {
  await owner.connect();
  await owner.query('analyze');
  await owner.query(
    `insert into task (org_id, id, project_id, number, title, status, rank, audience, created_by_id)
     select p.org_id, gen_random_uuid(), p.id, 1000 + n, 'Task ' || n, 1, 'b' || lpad(n::text, 6, '0') || 'V', 'internal', p.leader_id
       from project p, generate_series(1, 400) n where p.id = $1`,
    [WEB],
  );
  await owner.query(`insert into label (org_id, id, name, colour)
    select id, gen_random_uuid(), 'Imported', 'c1' from organisation where key = 'acme'`);
  const hung = 'select t.org_id, t.id, t.project_id, t.audience';
  await owner.query(`insert into task_assignee (org_id, task_id, project_id, audience, member_id)
    ${hung}, t.created_by_id from task t where t.number > 1000 and t.created_by_id is not null`);
  await owner.query(`insert into task_label (org_id, task_id, project_id, audience, label_id)
    ${hung}, l.id from task t join label l on l.org_id = t.org_id and l.name = 'Imported' where t.number > 1000`);
});
afterAll(() => owner.end());

test.each([
  { group: 'assignee', table: 'task_assignee' },
  { group: 'label', table: 'task_label' },
])('after an import a board by $group reads what hangs on its tasks once', async ({ group, table }) => {
  await asMember('acme.leader', async (ctx) => {
    const statements = await sent(() => readBoard(ctx, ReadBoard.parse({ project_id: WEB, group })));
    const board = statements.find(({ text }) => text.includes('keyed as materialized'));
    if (!board) throw new Error('The board’s statement was not found');
    for (const mode of ['custom', 'generic'] as const) {
      const plan = await planOf(ctx, board, mode);
      const loops = plan.filter((node) => node['Relation Name'] === table).map((node) => node['Actual Loops']);
      expect(Math.max(...loops)).toBe(1);
    }
  });
});
