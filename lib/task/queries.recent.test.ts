import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { board, create, move, task } from '@/lib/test/task-calls';

const DAY = 86_400_000;
const age = (ctx: Ctx, id: string, days: number) =>
  ctx.db.task.updateMany({ where: { id }, data: { completedAt: new Date(Date.now() - days * DAY) } });
const completed = async (ctx: Ctx, input: Record<string, unknown> = {}) => {
  const [column] = await board(ctx, { status: '4', completed: 'recent', ...input });
  if (!column) throw new Error('There is no column of completed tasks');
  return { ...column, docs: column.docs.map(({ key }) => key) };
};

describe('what was completed', () => {
  test('is listed for 14 days, and then only counted; all of it on request', async () => {
    await asMember('acme.leader', async (ctx) => {
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
    });
  });

  test('long ago comes back to the board when it is moved to Completed anew', async () => {
    await asMember('acme.leader', async (ctx) => {
      await age(ctx, task('WEB-6'), 100);
      expect(await completed(ctx)).toMatchObject({ total: 1, hidden: 1, docs: [] });
      await move(ctx, 'WEB-6', 3);
      await move(ctx, 'WEB-6', 4);
      expect(await completed(ctx)).toMatchObject({ total: 1, hidden: 0, docs: ['WEB-6'] });
    });
  });

  test('goes on page by page in the order of the board, and keeps the filters in what it hides', async () => {
    await asMember('acme.leader', async (ctx) => {
      const made = [];
      for (const title of ['one', 'two', 'three']) made.push(await create(ctx, { status: 4, title }));
      await age(ctx, task('WEB-6'), 20);
      await age(ctx, made[1]?._id ?? '', 20);
      const first = await completed(ctx, { limit: 1 });
      expect(first).toMatchObject({ total: 4, hidden: 2, docs: [made[0]?.key] });
      const next = await completed(ctx, { limit: 1, cursor: first.next_cursor });
      expect(next).toMatchObject({ total: 4, hidden: 2, docs: [made[2]?.key], next_cursor: null });
      expect(await completed(ctx, { q: 'two' })).toMatchObject({ total: 1, hidden: 1, docs: [] });
    });
  });

  test('leaves the other columns as they are, for no more statements', async () => {
    await asMember('acme.leader', async (ctx) => {
      const all = await statementsOf(() => board(ctx));
      const recent = await statementsOf(() => board(ctx, { completed: 'recent' }));
      expect(recent).toEqual(all);
      expect(await board(ctx, { completed: 'recent' })).toEqual(await board(ctx));
    });
  });
});
