import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GET } from '@/app/api/cron/outbox/route';
import { env } from '@/lib/env';
import { repeatTask } from '@/lib/recurrence/commands';
import { RepeatTask } from '@/lib/recurrence/schema';
import { createRule } from '@/lib/rule/commands';
import { CreateRule } from '@/lib/rule/schema';
import { deleteTask } from '@/lib/task/commands.bin';
import { transferTask } from '@/lib/task-transfer/commands';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { made, rollBack, withoutImports } from '@/lib/test/import-calls';
import { create, edit, move, person, WEB } from '@/lib/test/task-calls';

/** What nobody waits for: a host that only has the schedule's call, imports, and what else happens to the tasks. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
afterEach(() =>
  owner.query(
    `delete from rule; delete from rule_cause; delete from job; delete from outbox; delete from task where title like 'Ruled%'`,
  ),
);
withoutImports();

const make = (input: Record<string, unknown>) =>
  asMemberCommitted('acme.leader', (ctx) =>
    createRule(ctx, CreateRule.parse({ name: 'By schedule', project_id: WEB, value: null, ...input })),
  );
const task = (input: Record<string, unknown> = {}) =>
  asMemberCommitted('acme.leader', (ctx) => create(ctx, { title: 'Ruled', ...input }));
const scheduled = () =>
  GET(new Request('http://localhost/api/cron/outbox', { headers: { authorization: `Bearer ${env.cronSecret}` } }));
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const rows = async (statement: string, values: unknown[] = []) => (await owner.query(statement, values)).rows;

test('the scheduled call alone runs rules, what follows from them, rules by date and repetitions', async () => {
  await make({ trigger: 'created', actions: [{ do: 'status', status: 3 }] });
  await make({ trigger: 'moved', value: '3', actions: [{ do: 'priority', priority: 'high' }] });
  await make({ trigger: 'overdue', actions: [{ do: 'comment', text: 'It is late.' }] });
  const { _id: id } = await task({ due_date: '2020-01-01' });
  const { _id: repeated } = await task({ title: 'Ruled again', due_date: '2030-01-01' });
  await asMemberCommitted('acme.leader', (ctx) =>
    repeatTask(ctx, RepeatTask.parse({ task_id: repeated, rule: 'FREQ=WEEKLY' })),
  );
  await asMemberCommitted('acme.leader', (ctx) => move(ctx, repeated, 4));
  expect((await scheduled()).status).toBe(200);
  expect(await rows('select status, priority from task where id = $1', [id])).toEqual([
    { status: 3, priority: 'high' },
  ]);
  expect(await rows('select body from comment where task_id = $1', [id])).toEqual([{ body: 'It is late.' }]);
  // The next one is a new task, so the rule for those has run for it too.
  expect(await rows(`select status from task where title = 'Ruled again' and id <> $1`, [repeated])).toEqual([
    { status: 3 },
  ]);
  expect(await rows('select from rule_cause')).toEqual([]);
});

test('imported tasks set off no rule, also not by their labels; a task that is made does', async () => {
  await make({ trigger: 'created', actions: [{ do: 'status', status: 3 }] });
  await make({ trigger: 'labelled', actions: [{ do: 'status', status: 3 }] });
  const { tasks } = await made({ source: 'csv', text: 'title,labels\nRuled by nothing,Imported' });
  expect(tasks).toBe(1);
  expect(await rows('select from rule_cause')).toEqual([]);
  await task();
  expect(await rows('select from rule_cause')).toHaveLength(1);
});

test('an import that is taken back sets off no rule either', async () => {
  const { batch_id } = await made({ source: 'csv', text: 'Title,Id,Parent\nRuled top,a,\nRuled open,b,a' });
  const [top] = await rows(`select id from task where title = 'Ruled top'`);
  await task({ parent_id: top.id, status: 4 });
  await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
  expect((await rollBack(batch_id)).body.data).toMatchObject({ rollback: 'done', kept: [{ title: 'Ruled top' }] });
  expect(await rows('select from rule_cause')).toEqual([]);
});

test('all subtasks are done, once, where the last two are completed at one moment', async () => {
  await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
  const { _id: top } = await task();
  const { _id: one } = await task({ parent_id: top });
  const { _id: other } = await task({ parent_id: top });
  const second = new pg.Client({ connectionString: env.databaseUrl });
  await second.connect();
  const complete = (client: pg.Client, id: string) =>
    client.query(`update task set status = 4, completed_at = now(), rank = 'zz' || number where id = $1`, [id]);
  await Promise.all([owner.query('begin'), second.query('begin')]);
  await complete(owner, one);
  let ended = false;
  const completed = complete(second, other).finally(() => {
    ended = true;
  });
  // It waits for the first, or has seen nothing of it.
  await expect.poll(async () => ended || (await owner.query(WAITING)).rowCount !== 0).toBe(true);
  await owner.query('commit');
  await completed;
  await second.query('commit');
  await second.end();
  expect(await rows(`select task_id from rule_cause where trigger = 'subtasks_done'`)).toEqual([{ task_id: top }]);
});

test('all subtasks are done once the last open one is deleted, has another parent or another project', async () => {
  const rule = await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
  const tree = async (...below: number[]) => {
    const { _id: top } = await task();
    const made: string[] = [];
    for (const status of below) made.push((await task({ parent_id: top, status }))._id);
    return { top, last: made.at(-1) as string };
  };
  const [deleted, freed, sent] = [await tree(4, 1), await tree(4, 1), await tree(4, 1)];
  // Nothing is left below the one, and what leaves the other was done.
  const [alone, done] = [await tree(1), await tree(4, 4)];
  await asMemberCommitted('acme.admin', async (ctx) => {
    for (const { last } of [deleted, alone, done]) await deleteTask(ctx, { id: last });
    await edit(ctx, freed.last, { parent_id: null });
    await transferTask(ctx, { id: sent.last, project_id: fixtureId('acme.APP'), dry_run: false });
  });
  await scheduled();
  const tops = [deleted, freed, sent, alone, done].map(({ top }) => top);
  expect(
    await rows(
      'select status from task t join unnest($1::uuid[]) with ordinality as top(id, at) using (id) order by at',
      [tops],
    ),
  ).toEqual([4, 4, 4, 1, 1].map((status) => ({ status })));
  expect(await rows('select from rule_run where rule_id = $1', [rule._id])).toHaveLength(3);
});

test('a rule waits for who is changing the task, loses nothing of that and is not refused', async () => {
  const rule = await make({
    trigger: 'moved',
    value: '3',
    actions: [
      { do: 'assign', who: 'person', member_id: person('user') },
      { do: 'priority', priority: 'high' },
    ],
  });
  const { _id: id } = await task();
  await asMemberCommitted('acme.leader', (ctx) => move(ctx, id, 3));
  await owner.query('begin');
  await owner.query('update task set version = version + 1, estimate_minutes = 30 where id = $1', [id]);
  await owner.query(
    `insert into task_assignee (org_id, task_id, member_id, project_id, audience)
     select org_id, id, $2, project_id, audience from task where id = $1`,
    [id, person('user2')],
  );
  const running = scheduled().catch((error) => error);
  await expect.poll(async () => (await owner.query(WAITING)).rowCount).toBeGreaterThan(0);
  await owner.query('commit');
  expect(await running).toMatchObject({ status: 200 });
  expect(await rows('select outcome, said from rule_run where rule_id = $1', [rule._id])).toEqual([
    { outcome: 'done', said: ['Assigned.', 'Priority: High.'] },
  ]);
  expect(await rows('select priority from task where id = $1', [id])).toEqual([{ priority: 'high' }]);
  const people = await rows('select member_id from task_assignee where task_id = $1', [id]);
  expect(people.map(({ member_id }) => member_id).sort()).toEqual([person('user'), person('user2')].sort());
});
