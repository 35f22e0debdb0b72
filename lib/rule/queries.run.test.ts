import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GET } from '@/app/api/cron/outbox/route';
import { env } from '@/lib/env';
import { repeatTask } from '@/lib/recurrence/commands';
import { RepeatTask } from '@/lib/recurrence/schema';
import { createRule } from '@/lib/rule/commands';
import { CreateRule } from '@/lib/rule/schema';
import { asMemberCommitted } from '@/lib/test/as-member';
import { made, withoutImports } from '@/lib/test/import-calls';
import { create, move, WEB } from '@/lib/test/task-calls';

/** What nobody waits for: a host that only has the schedule's call, and imports. */

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
