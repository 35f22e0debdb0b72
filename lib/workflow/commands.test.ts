import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { changeTasks } from '@/lib/task-array/commands';
import { asMember } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { ownerClient } from '@/lib/test/owner';
import { transactionsOf } from '@/lib/test/statements';
import { create, edit, move, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { bearer, call } from '@/lib/test/wire';
import { editWorkflow, resetWorkflow } from '@/lib/workflow/commands';
import { workflowsFor } from '@/lib/workflow/policy';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow } from '@/lib/workflow/schema';
import { STANDARD, type Workflow, workflowOf } from '@/lib/workflow/vocabulary';

const owner = ownerClient();
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
});
afterEach(() => owner.query('delete from workflow'));

const columns = (changed: Partial<Workflow['columns'][number]>, status = 3) =>
  STANDARD.columns.map((column) => (column.status === status ? { ...column, ...changed } : column));
const renamed = columns({ name: 'Review', colour: 'c4' });
const input = (fields: object = {}) => EditWorkflow.parse({ version: 0, columns: renamed, ...fields });
const going = (ctx: Ctx, workflow: Partial<Workflow>): Ctx => ({
  ...ctx,
  workflows: { [WEB]: { ...STANDARD, ...workflow } },
});

test('who changes a workflow of the organisation: admins and sub-admins', async () => {
  const work = (ctx: Ctx) => editWorkflow(ctx, input());
  expect([await attempt('acme.subadmin', work), await attempt('acme.leader', work)]).toEqual(['done', 'forbidden']);
  const own = (ctx: Ctx) => editWorkflow(ctx, input({ project_id: WEB }));
  expect([await attempt('acme.leader', own), await attempt('acme.lead2', own)]).toEqual(['done', 'not_found']);
});

test('a project goes by its own workflow, the others by the organisation’s', () => {
  const [own, others] = [{ ...STANDARD }, { ...STANDARD }];
  const all = { '': others, [WEB]: own };
  for (const [project, workflow] of [
    [WEB, own],
    ['another', others],
    [undefined, others],
  ] as const)
    expect(workflowOf(all, project)).toBe(workflow);
  expect(workflowOf({}, WEB)).toBe(STANDARD);
});

test('a browser has the workflows of projects that its reader sees, a client’s without limits and moves', () => {
  const own: Workflow = { columns: columns({ name: 'Review', limit: 4 }), moves: { 1: [2] }, over_limit: 'refuse' };
  const all = { '': own, [WEB]: own, another: own };
  const kept = (role: 'admin' | 'observer' | 'user' | 'client') =>
    workflowsFor({ memberId: 'm', role, projectIds: [WEB] }, all);
  expect([kept('admin'), kept('observer')]).toEqual([all, all]);
  expect(kept('user')).toEqual({ '': own, [WEB]: own });
  const names = { ...STANDARD, columns: columns({ name: 'Review' }) };
  expect(kept('client')).toEqual({ '': names, [WEB]: names });
});

test('row security refuses the write of a leader who does not lead the project, whatever the rules', () =>
  asMember('acme.lead2', async ({ db }) => {
    const data = { projectId: WEB, columns: [], version: 1 };
    await expect(db.workflow.createMany({ data: [data] })).rejects.toThrow(/row-level security/);
  }));

asAdmin('a workflow of a project goes before that of the organisation, until it is reset', async (ctx, effects) => {
  const ours = await editWorkflow(ctx, input({ columns: columns({ name: 'Proof' }) }));
  expect(await getWorkflow(ctx, { project_id: WEB })).toMatchObject({
    own: false,
    version: 0,
    columns: ours.columns,
  });
  const own = await editWorkflow(ctx, input({ project_id: WEB }));
  expect([own.own, own.columns[2]]).toEqual([true, { status: 3, name: 'Review', colour: 'c4', limit: null }]);
  const back = await resetWorkflow(ctx, { project_id: WEB, version: own.version });
  expect([back.own, back.columns[2]?.name]).toEqual([false, 'Proof']);
  expect(effects.events.map(({ type }) => type)).toContain('workflow.changed');
});

test('a workflow is not written over by whoever read an older one, also where it was reset meanwhile', () =>
  asMember('acme.admin', async (ctx) => {
    const first = await editWorkflow(ctx, input());
    const failure = await failureOf(editWorkflow(ctx, input()));
    expect([failure.code, failure.details.current]).toMatchObject(['conflict', { version: first.version }]);
    await resetWorkflow(ctx, { version: first.version });
    const again = await editWorkflow(
      ctx,
      input({ moves: { 1: [3, 2, 1, 3], 2: [], 3: [4], 4: [], 5: [] }, over_limit: 'refuse' }),
    );
    expect(await getWorkflow(ctx, {})).toMatchObject({ moves: { 1: [2, 3], 2: [] }, over_limit: 'refuse', own: true });
    const older = await failureOf(resetWorkflow(ctx, { version: first.version }));
    expect([older.code, older.details.current]).toMatchObject(['conflict', { version: again.version }]);
    const { version } = await getWorkflow(ctx, { project_id: WEB });
    expect(await resetWorkflow(ctx, { project_id: WEB, version })).toMatchObject({ own: false, version });
    expect(again.version).toBeGreaterThan(first.version);
    expect(await codeOf(editWorkflow(ctx, input({ version: first.version })))).toBe('conflict');
  }));

test.each([
  ['four of the five', { columns: renamed.slice(1) }],
  ['the same name twice', { columns: columns({ name: 'pending' }) }],
  ['a limit of completed tasks', { columns: columns({ limit: 3 }, 4) }],
  ['a name without letters', { columns: columns({ name: '  ' }) }],
  ['a name of 31 letters', { columns: columns({ name: 'a'.repeat(31) }) }],
  ['a limit of none', { columns: columns({ limit: 0 }) }],
  ['a limit of a thousand', { columns: columns({ limit: 1000 }) }],
  ['a move to a status that there is not', { moves: { 1: [6] } }],
])('a workflow is refused with %s', (_what, fields) =>
  expect(EditWorkflow.safeParse({ version: 0, columns: renamed, ...fields }).success).toBe(false),
);

describe('a move that the workflow does not allow', () => {
  const moves = { 1: [2], 2: [3, 1], 3: [2, 4], 4: [], 5: [1] } as const;

  asLeader('is refused in words that name the allowed ones, whichever way it is asked for', async (ctx) => {
    const strict = going(ctx, { columns: renamed, moves });
    const words = 'The workflow does not allow a move from Pending to Review. From Pending it can go to In Process.';
    expect(await failureOf(move(strict, 'WEB-1', 3))).toMatchObject({ code: 'conflict', message: words });
    expect(await failureOf(edit(strict, 'WEB-1', { status: 3 }))).toMatchObject({ code: 'conflict', message: words });
    const { _id: id, status_label } = await move(strict, 'WEB-1', 2);
    expect(status_label).toBe('In Process');
    const bulk = await changeTasks(strict, { task_ids: [id], set: { status: 4 } });
    expect(bulk.tasks[0]).toMatchObject({ done: false, code: 'conflict' });
    expect(bulk.tasks[0]?.reason).toContain('From In Process it can go to Pending, Review.');
  });

  asLeader('does not hold up a new place in the same column, or a new task', async (ctx) => {
    const strict = going(ctx, { moves: { 1: [], 2: [], 3: [], 4: [], 5: [] } });
    await move(strict, 'WEB-1', 1, { before_id: (await create(strict))._id });
    expect((await create(strict, { status: 3 })).status).toBe(3);
    expect((await failureOf(move(strict, 'WEB-1', 2))).message).toContain('Nothing can leave Pending.');
  });
});

asLeader('a column over its limit takes more where it only warns, and refuses where it was chosen so', async (ctx) => {
  const full = columns({ name: 'Review', limit: 1 });
  const warning = going(ctx, { columns: full });
  const refusing = going(ctx, { columns: full, over_limit: 'refuse' });
  await ctx.db.task.updateMany({ where: { projectId: WEB, status: 3 }, data: { status: 2 } });
  const first = await create(refusing, { status: 3 });
  const words = { code: 'conflict', message: 'Review is full: 1 of 1 tasks. Finish or move one first.' };
  expect(await failureOf(create(refusing, { status: 3 }))).toMatchObject(words);
  expect(await failureOf(move(refusing, 'WEB-1', 3))).toMatchObject(words);
  expect(await failureOf(edit(refusing, 'WEB-1', { status: 3 }))).toMatchObject(words);
  await move(refusing, first.key, 3);
  await deleteTask(refusing, { id: first.key });
  expect((await create(refusing, { status: 3 })).status).toBe(3);
  expect((await move(warning, 'WEB-1', 3)).status).toBe(3);
});

test('over the wire names are those of the project at once, and cost no statement after the first call', async () => {
  const [admin, user] = [await bearer('acme.admin'), await bearer('acme.user')];
  const list = () => call('GET', 'taskList', { token: user, query: { project_id: WEB, status: '1', limit: '1' } });
  const label = async () => (await list()).body.docs?.[0];
  const saved = await call('PUT', 'workflow', {
    token: admin,
    body: { project_id: WEB, version: 0, columns: columns({ name: 'To do' }, 1) },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await label()).toMatchObject({ status_label: 'To do' });
  const [messages = []] = await transactionsOf(list);
  expect(messages.length, messages.join('\n')).toBeLessThanOrEqual(4);
  const { version } = saved.body.data as { version: number };
  await call('DELETE', 'workflow', { token: admin, body: { project_id: WEB, version } });
  expect(await label()).toMatchObject({ status_label: 'Pending' });
});

test('over the wire a client reads the name of a task’s status, and nothing else of the workflow', async () => {
  const [admin, client] = [await bearer('acme.admin'), await bearer('acme.client')];
  await call('PUT', 'workflow', {
    token: admin,
    body: { version: 0, columns: STANDARD.columns.map((one) => ({ ...one, name: `New ${one.name}` })) },
  });
  const shared = await call('GET', 'taskList', { token: client, query: { project_id: WEB, limit: '1' } });
  expect(shared.body.docs?.[0]).toMatchObject({ status_label: expect.stringMatching(/^New /) });
  expect((await call('GET', 'workflow', { token: client, query: { project_id: WEB } })).status).toBe(403);
});
