import { expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { changeProjectStatus } from '@/lib/project/commands';
import { getProjectCard } from '@/lib/project/queries';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { asMember } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { create, task, WEB } from '@/lib/test/task-calls';

const archive = (ctx: Ctx) => changeProjectStatus(ctx, { id: WEB, status: 'archived' });
const ARCHIVED = { code: 'conflict', message: expect.stringContaining('archived') };

test.each(['acme.admin', 'acme.leader'])('an archived project takes no new task, of %s neither', (who) =>
  asMember(who, async (ctx, effects) => {
    await archive(ctx);
    const written = effects.activities.length;
    expect(await failureOf(create(ctx))).toMatchObject(ARCHIVED);
    expect(await failureOf(create(ctx, { parent_id: task('WEB-1') }))).toMatchObject(ARCHIVED);
    expect(effects.activities).toHaveLength(written);
    expect((await getProjectCard(ctx, WEB)).rights.create_task).toBe(false);
    await changeProjectStatus(ctx, { id: WEB, status: 'active' });
    expect((await create(ctx)).key).toBe('WEB-7');
  }),
);

test('nor one out of the bin, which stays there', () =>
  asMember('acme.leader', async (ctx) => {
    await deleteTask(ctx, { id: 'WEB-1' });
    await archive(ctx);
    expect(await failureOf(restoreTask(ctx, { id: task('WEB-1') }))).toMatchObject(ARCHIVED);
    await changeProjectStatus(ctx, { id: WEB, status: 'active' });
    expect(await restoreTask(ctx, { id: task('WEB-1') })).toMatchObject({ key: 'WEB-1' });
  }));
