import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { edit, LEADS, outcomes, person, task, told, UNSEEN, WEB } from '@/lib/test/task-calls';

describe('editing a task', () => {
  const foreign = { ...LEADS, ...UNSEEN, 'acme.user2': 'forbidden', 'acme.observer': 'forbidden' };

  test('R01 is for the team; a user edits what it created or is assigned to; a client does not', async () => {
    const rename = (key: string) => (ctx: Ctx) => edit(ctx, key, { title: 'Other words' });
    expect(await outcomes(rename(task('WEB-1')))).toEqual({
      ...foreign,
      'acme.user': 'done',
      'acme.client': 'forbidden',
    });
    expect(await outcomes(rename(task('WEB-3')))).toEqual({
      ...foreign,
      'acme.user': 'done',
      'acme.client': 'not_found',
    });
    expect(await outcomes(rename(task('WEB-2')))).toEqual({
      ...foreign,
      'acme.user': 'forbidden',
      'acme.client': 'not_found',
    });
  });

  test('writes what changed, with before and after, and nothing else', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const before = await getTask(ctx, { id: 'WEB-1' });
      const after = await edit(ctx, 'WEB-1', {
        title: 'Collect all assets',
        description: 'From the agency',
        priority: 'none',
        due_date: null,
        category_id: fixtureId('acme.Design'),
      });
      expect(after).toMatchObject({
        title: 'Collect all assets',
        due_date: null,
        version: 2,
        category: { name: 'Design' },
      });
      expect(after.updated_at >= before.updated_at).toBe(true);
      expect(effects.activities.map(({ kind, audience, data }) => [kind, audience, data])).toEqual([
        ['task.edited', 'internal', { field: 'title', from: 'Collect brand assets', to: 'Collect all assets' }],
        ['task.edited', 'internal', { field: 'due_date', from: before.due_date, to: null }],
        ['task.edited', 'internal', { field: 'description', kept: true }],
        ['task.edited', 'internal', { field: 'category', from: null, to: 'Design' }],
      ]);
      expect(effects.events).toEqual([
        { type: 'task.changed', taskId: task('WEB-1'), projectId: WEB, version: 2, client: true },
      ]);
    });
  });

  test('that changes nothing leaves no trace', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const same = await edit(ctx, 'WEB-1', {
        title: 'Collect brand assets',
        status: 1,
        assignee_ids: [person('user')],
      });
      expect(same.version).toBe(1);
      expect([effects.activities, effects.events, effects.notifications]).toEqual([[], [], []]);
    });
  });

  test('refuses a stale version and answers with the current record', async () => {
    await asMember('acme.leader', async (ctx) => {
      await edit(ctx, 'WEB-1', { title: 'First' });
      const { code, details } = await failureOf(edit(ctx, 'WEB-1', { title: 'Second' }));
      expect(code).toBe('conflict');
      expect(details.current).toMatchObject({ _id: task('WEB-1'), title: 'First', version: 2 });
      expect(await edit(ctx, 'WEB-1', { title: 'Second', version: 2 })).toMatchObject({ version: 3 });
    });
  });

  test.each([
    ['a category of another organisation', { category_id: fixtureId('globex.Design') }, 'category_id'],
    ['a client as assignee', { assignee_ids: [person('client')] }, 'assignee_ids'],
    ['an end before the start it has', { start_date: '2200-01-01' }, 'due_date'],
  ])('refuses %s', async (_what, input, field) => {
    await asMember('acme.leader', async (ctx) => {
      const { code, details } = await failureOf(edit(ctx, 'WEB-1', input));
      expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', [field]]);
    });
  });

  test('keeps an assignee who has left the project since, and may take them off', async () => {
    await asMember('acme.leader', async (ctx) => {
      await ctx.db.projectMember.deleteMany({ where: { projectId: WEB, memberId: person('user') } });
      const kept = await edit(ctx, 'WEB-1', { assignee_ids: [person('user'), person('user2')] });
      expect(kept.assignees).toHaveLength(2);
      expect((await edit(ctx, 'WEB-1', { version: 2, assignee_ids: [] })).assignees).toEqual([]);
    });
  });
});

describe('assigning', () => {
  const assign = (ctx: Ctx, key: string, ...seats: string[]) => edit(ctx, key, { assignee_ids: seats.map(person) });

  test('R01 a user takes a task of its project on, and off, itself', async () => {
    expect(await attempt('acme.user2', (ctx) => assign(ctx, 'WEB-3', 'user2'))).toBe('done');
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-1'))).toBe('done');
    expect(
      await attempt('acme.user2', (ctx) => edit(ctx, 'WEB-3', { assignee_ids: [person('user2')], title: 'Mine' })),
    ).toBe('forbidden');
  });

  test('R01 a user gives away what it created, and nothing else', async () => {
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-3', 'user2', 'leader'))).toBe('done');
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-1', 'user', 'user2'))).toBe('forbidden');
    expect(await attempt('acme.user2', (ctx) => assign(ctx, 'WEB-1'))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => assign(ctx, 'WEB-1', 'user', 'user2'))).toBe('done');
  });

  test('is history, and news to who is added', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const after = await assign(ctx, 'WEB-1', 'user2');
      expect(after.assignees.map(({ name }) => name)).toEqual(['user2 of acme']);
      expect(effects.activities).toMatchObject([
        { kind: 'task.assigned', audience: 'internal', data: { added: [person('user2')], removed: [person('user')] } },
      ]);
      expect(told(effects)).toEqual([['task.assigned', person('user2')]]);
    });
  });
});

describe('showing a task to the client', () => {
  test('R01 is for leaders, and for a user on what it created', async () => {
    const show = (key: string, audience: string) => (ctx: Ctx) => edit(ctx, key, { audience });
    expect(await attempt('acme.leader', show('WEB-2', 'client'))).toBe('done');
    expect(await attempt('acme.user', show('WEB-3', 'client'))).toBe('done');
    expect(await attempt('acme.user', show('WEB-1', 'internal'))).toBe('forbidden');
    expect(await attempt('acme.user', show('WEB-1', 'client'))).toBe('done');
  });

  test('carries its people and comments along, and the client hears of it both ways', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      await edit(ctx, 'WEB-1', { audience: 'internal', assignee_ids: [person('user'), person('user2')] });
      expect(await ctx.db.taskAssignee.count({ where: { taskId: task('WEB-1'), audience: 'internal' } })).toBe(2);
      expect(await ctx.db.comment.count({ where: { taskId: task('WEB-1'), taskAudience: 'internal' } })).toBe(2);
      expect(effects.events).toMatchObject([{ client: true }]);
      expect(effects.activities).toMatchObject([
        { kind: 'task.assigned', audience: 'internal', task: { audience: 'internal' } },
        { kind: 'task.audience', audience: 'internal', data: { from: 'client', to: 'internal' } },
      ]);
    });
    await asMember('acme.leader', async (ctx, effects) => {
      await edit(ctx, 'WEB-2', { audience: 'client' });
      expect(await ctx.db.taskAssignee.count({ where: { taskId: task('WEB-2'), audience: 'client' } })).toBe(1);
      expect(effects.events).toMatchObject([{ client: true }]);
      expect(effects.activities).toMatchObject([{ kind: 'task.audience', task: { audience: 'client' } }]);
    });
  });
});
