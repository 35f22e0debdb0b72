import { describe, expect, test } from 'vitest';
import { getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { column, create, LEADS, outcomes, person, task, told, UNSEEN, WEB } from '@/lib/test/task-calls';

describe('creating a task', () => {
  test('R01 is for the team of the project', async () => {
    expect(await outcomes((ctx) => create(ctx))).toEqual({
      ...LEADS,
      ...UNSEEN,
      'acme.user': 'done',
      'acme.user2': 'done',
      'acme.client': 'forbidden',
      'acme.observer': 'forbidden',
    });
  });

  test('gives it the next number, the end of its column, and a line of history', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const made = await create(ctx, {
        assignee_ids: [person('user2'), person('user2')],
        description: '**now**',
        priority: 'high',
      });
      expect(made).toMatchObject({
        key: 'WEB-7',
        status: 1,
        audience: 'internal',
        version: 1,
        priority: 'high',
        description_html: '<p><strong>now</strong></p>\n',
        assignees: [{ name: 'user2 of acme' }],
        created_by_id: person('user'),
        completed_at: null,
        rights: { edit: true, delete: true, assign: true },
      });
      expect((await create(ctx)).key).toBe('WEB-8');
      expect((await column(ctx, 1))?.slice(-2)).toEqual(['WEB-7', 'WEB-8']);
      expect(effects.activities[0]).toMatchObject({
        kind: 'task.created',
        audience: 'internal',
        task: { id: made._id },
      });
      expect(effects.events[0]).toEqual({
        type: 'task.created',
        taskId: made._id,
        projectId: WEB,
        version: 1,
        client: false,
      });
      expect(told(effects)).toEqual([['task.assigned', person('user2')]]);
    });
  });

  test('tells the client of a client-visible one, and stamps one that is completed', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const made = await create(ctx, { audience: 'client', status: 'Completed' });
      expect(made.completed_at).toBe(made.created_at);
      expect(effects.activities[0]?.audience).toBe('client');
      expect(effects.events[0]).toMatchObject({ client: true });
    });
  });

  test.each([
    ['a category of nobody', { category_id: fixtureId('nothing') }, 'category_id'],
    ['a category of another organisation', { category_id: fixtureId('globex.Design') }, 'category_id'],
    ['a parent of another project', { parent_id: task('APP-1') }, 'parent_id'],
    ['a parent of another organisation', { parent_id: fixtureId('globex.WEB-1') }, 'parent_id'],
    ['a client as assignee', { assignee_ids: [person('client')] }, 'assignee_ids'],
    ['an observer as assignee', { assignee_ids: [person('observer')] }, 'assignee_ids'],
    ['somebody outside the project', { assignee_ids: [person('outsider')] }, 'assignee_ids'],
    ['a leader of another project', { assignee_ids: [person('lead2')] }, 'assignee_ids'],
    ['somebody pending', { assignee_ids: [person('pending')] }, 'assignee_ids'],
    ['somebody deactivated', { assignee_ids: [person('gone')] }, 'assignee_ids'],
    ['somebody of another organisation', { assignee_ids: [fixtureId('globex.user')] }, 'assignee_ids'],
    ['one good and one bad assignee', { assignee_ids: [person('user'), person('client')] }, 'assignee_ids'],
  ])('T04 refuses %s', async (_what, input, field) => {
    for (const who of ['acme.admin', 'acme.user'])
      await asMember(who, async (ctx) => {
        const { code, details } = await failureOf(create(ctx, input));
        expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', [field]]);
      });
  });

  test('takes what is right', async () => {
    await asMember('acme.user', async (ctx) => {
      const input = {
        category_id: fixtureId('acme.Design'),
        parent_id: task('WEB-1'),
        assignee_ids: [person('user'), person('admin')],
      };
      expect(await create(ctx, input)).toMatchObject({ category: { name: 'Design' }, parent: { key: 'WEB-1' } });
      expect((await getTask(ctx, { id: 'WEB-1' })).subtasks.map(({ key }) => key)).toEqual(['WEB-7']);
    });
  });

  test.each([
    [
      'with everything',
      { assignee_ids: [person('user'), person('user2')], parent_id: task('WEB-1'), description: '**now**' },
    ],
    ['with nothing', {}],
  ])('answers %s as its page does', async (_what, input) => {
    for (const who of ['acme.leader', 'acme.user'])
      await asMember(who, async (ctx) => {
        const category_id = 'parent_id' in input ? fixtureId('acme.Design') : undefined;
        const made = await create(ctx, { ...input, category_id, priority: 'high', due_date: '2027-01-01' });
        expect(made).toEqual(await getTask(ctx, { id: made._id }));
      });
  });

  test('counts on where a project has tasks but no counter', async () => {
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.taskCounter.deleteMany({ where: { projectId: WEB } });
      expect([(await create(ctx)).number, (await create(ctx)).number]).toEqual([7, 8]);
    });
  });
});
