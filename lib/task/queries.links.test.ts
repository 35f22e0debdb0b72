import { describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import { getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { task } from '@/lib/test/task-calls';
import { linkTasks } from './queries.card';

const WORDS = 'WEB-1, WEB-2, APP-1 and WEB-999';
const linkedFor = async (who: string) => {
  let keys: string[] = [];
  await asMember(who, async (ctx) => {
    const [html = ''] = await linkTasks(ctx, [WORDS]);
    keys = [...html.matchAll(/task=([A-Z]+-\d+)/g)].map(([, key = '']) => key);
  });
  return keys;
};

describe('the key of a task in a text', () => {
  test('T09 is a link for whoever sees the task, and plain text for others', async () => {
    expect(await linkedFor('acme.admin')).toEqual(['WEB-1', 'WEB-2', 'APP-1']);
    expect(await linkedFor('acme.user')).toEqual(['WEB-1', 'WEB-2']);
    expect(await linkedFor('acme.client')).toEqual(['WEB-1']);
    expect(await linkedFor('acme.outsider')).toEqual([]);
  });

  test('is none in the bin', async () => {
    await asMember('acme.leader', async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
      expect((await linkTasks(ctx, ['WEB-1 and WEB-2']))[0]).toMatch(/^WEB-1 and <a/);
    });
  });

  test('is stored as it was written, and resolved for each reader', async () => {
    await asMember('acme.user', async (ctx) => {
      const made = await addComment(
        ctx,
        AddComment.parse({ task_id: task('WEB-1'), body: 'After WEB-2, not WEB-999', internal: false }),
      );
      expect(made.body_html).toMatch(
        /^<p>After <a href="taskpage\?task=WEB-2" title="[^"]+">WEB-2<\/a>, not WEB-999<\/p>/,
      );
      const read = async () => (await getTask(ctx, { id: 'WEB-1' })).comments.at(-1)?.body_html;
      expect(await read()).toBe(made.body_html);
      const stored = await ctx.db.comment.findFirst({ where: { id: made._id }, select: { bodyHtml: true } });
      expect(stored?.bodyHtml).toBe('<p>After WEB-2, not WEB-999</p>\n');
      await ctx.db.$queryRaw`select set_config('app.role', 'client', true)`;
      expect(await read()).toBe('<p>After WEB-2, not WEB-999</p>\n');
    });
  });

  test('D03 costs one statement however many there are, and none where there is none', async () => {
    await asMember('acme.user', async (ctx) => {
      expect(await statementsOf(() => linkTasks(ctx, [WORDS, 'WEB-3 WEB-4']))).toBe(1);
      expect(await statementsOf(() => linkTasks(ctx, ['Nothing', 'here']))).toBe(0);
    });
  });
});
