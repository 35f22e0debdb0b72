import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { ChangeTasks } from '@/lib/task/schema';
import { changeTasks } from '@/lib/task-array/commands';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { create, list, person, task } from '@/lib/test/task-calls';

const change = (ctx: Ctx, keys: string[], input: object) =>
  changeTasks(
    ctx,
    ChangeTasks.parse({ task_ids: keys.map((key) => (key.includes('-4') ? key : task(key))), ...input }),
  );
const card = async (ctx: Ctx, key: string) => (await list(ctx)).docs.find((one) => one.key === key);

describe('many tasks at once', () => {
  test('are changed in one transaction, each with its history and one live message', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const set = { status: 3, priority: 'high', due_date: '2030-01-31', assignee_ids: [person('user')] };
      const answer = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set });
      expect(answer).toMatchObject({ done: 3, refused: 0 });
      for (const { card } of answer.tasks)
        expect(card).toMatchObject({
          status: 3,
          priority: 'high',
          due_date: '2030-01-31',
          assignees: [{ _id: person('user') }],
        });
      const messages = effects.events.filter((event) => event.type === 'task.changed');
      expect(new Set(messages.map((event) => 'taskId' in event && event.taskId)).size).toBe(messages.length);
      const before = effects.activities.length;
      const again = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set });
      expect(again.tasks.map((one) => one.card?.version)).toEqual(answer.tasks.map((one) => one.card?.version));
      expect(effects.activities.length).toBe(before);
    });
  });

  test('are refused one by one, with the reason, and the others are done', async () => {
    await asMember('acme.leader', async (ctx) => {
      const mine = await become(ctx, 'acme.user');
      const own = await create(mine, { title: 'Made by the user' });
      const foreign = await create(ctx, { title: 'Made by the leader' });
      const gone = fixtureId('nothing-4');
      const answer = await changeTasks(await become(ctx, 'acme.user'), {
        task_ids: [foreign._id, own._id, gone],
        set: { priority: 'urgent' },
      });
      expect(answer).toMatchObject({ done: 1, refused: 2 });
      expect(answer.tasks).toMatchObject([
        { _id: foreign._id, done: false, code: 'forbidden' },
        { _id: own._id, done: true, card: { priority: 'urgent' } },
        { _id: gone, done: false, code: 'not_found', card: null },
      ]);
    });
  });

  test('go to the bin and come back', async () => {
    await asMember('acme.leader', async (ctx) => {
      const deleted = await change(ctx, ['WEB-1', 'WEB-2'], { delete: true });
      expect(deleted).toMatchObject({ done: 2, tasks: [{ card: null }, { card: null }] });
      expect(await card(ctx, 'WEB-1')).toBeUndefined();
      expect((await change(ctx, ['WEB-1', 'WEB-2'], { delete: true })).done).toBe(2);
      expect((await change(ctx, ['WEB-1', 'WEB-2'], { restore: true })).tasks[0]?.card?.key).toBe('WEB-1');
    });
  });

  test.each(['acme.client', 'acme.observer'])('are not for %s', async (seat) => {
    await asMember(seat, async (ctx) => {
      await expect(change(ctx, ['WEB-1'], { set: { status: 2 } })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(change(ctx, ['WEB-1'], { delete: true })).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  test.each([
    [{ set: {} }, 'Say what to set.'],
    [{ set: { status: 2 }, delete: true }, 'Give one of set, delete and restore.'],
    [{}, 'Give one of set, delete and restore.'],
    [{ set: { start_date: '2030-02-01', due_date: '2030-01-01' } }, 'The due date is before the start date.'],
  ])('%j is refused in words', (input, words) => {
    const { error } = ChangeTasks.safeParse({ task_ids: [task('WEB-1')], ...input });
    expect(error?.issues.map(({ message }) => message)).toContain(words);
  });

  test('are two hundred at most', () => {
    const ids = Array.from({ length: 201 }, (_, at) => fixtureId(`many-${at}`));
    expect(ChangeTasks.safeParse({ task_ids: ids, delete: true }).error?.issues[0]?.message).toBe(
      'At most 200 tasks at once.',
    );
  });

  test('move to another project, and what is there already stays as it is', async () => {
    await asMember('acme.admin', async (ctx) => {
      const set = { project_id: fixtureId('acme.APP'), priority: 'low' };
      const answer = await change(ctx, ['WEB-1', 'WEB-2'], { set });
      expect(answer).toMatchObject({ done: 2, refused: 0 });
      for (const { card } of answer.tasks) expect(card).toMatchObject({ ...set, key: expect.stringMatching(/^APP-/) });
      expect((await change(ctx, ['WEB-1', 'WEB-2'], { set })).tasks).toEqual(answer.tasks);
      const refused = await change(ctx, ['WEB-3'], { set: { ...set, project_id: fixtureId('globex.WEB') } });
      expect(refused.tasks).toMatchObject([{ done: false, code: 'not_found', card: { priority: 'none' } }]);
    });
  });
});
