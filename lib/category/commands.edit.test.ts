import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCategory, deleteCategory, editCategory, restoreCategory } from '@/lib/category/commands';
import { listCategories, listCategoryUse } from '@/lib/category/queries';
import { CreateCategory, EditCategory } from '@/lib/category/schema';
import { env } from '@/lib/env';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { editTask } from '@/lib/task/commands';
import { getTask } from '@/lib/task/queries';
import { EditTask } from '@/lib/task/schema';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Changing, deleting and restoring categories (permissions, row 49). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const DESIGN = acme('Design');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const create = (ctx: Ctx, name: string) => createCategory(ctx, CreateCategory.parse({ name }));
const edit = (ctx: Ctx, input: object) => editCategory(ctx, EditCategory.parse({ id: DESIGN, ...input }));
const names = async (ctx: Ctx) => (await listCategories(ctx, { page: 1, limit: 50 })).docs.map(({ name }) => name);
const wear = (ctx: Ctx, key: string, categoryId: string | null = DESIGN) =>
  ctx.db.task.updateMany({ where: { id: acme(key) }, data: { categoryId } });
const worn = async (ctx: Ctx, key: string) =>
  (await ctx.db.task.findFirst({ where: { id: acme(key) }, select: { categoryId: true } }))?.categoryId;

describe('a category', () => {
  test('takes a new name and colour, with a line in the audit log', () =>
    asMember('acme.admin', async (ctx, effects) => {
      expect(await edit(ctx, { name: 'Drawing', colour: 'c7' })).toMatchObject({ name: 'Drawing', colour: 'c7' });
      expect(await names(ctx)).toEqual(['Drawing']);
      expect(effects.audits).toEqual([
        {
          action: 'category.edited',
          target: DESIGN,
          before: { name: 'Design', colour: 'c1' },
          after: { name: 'Drawing', colour: 'c7' },
        },
      ]);
    }));

  test('changes only in its case, and in nothing without a line', () =>
    asMember('acme.admin', async (ctx, effects) => {
      expect(await edit(ctx, { name: 'DESIGN' })).toMatchObject({ name: 'DESIGN' });
      expect(await edit(ctx, { name: 'DESIGN', colour: 'c1' })).toMatchObject({ name: 'DESIGN' });
      expect(effects.audits).toHaveLength(1);
    }));

  test('of another’s name, in whatever case, is a conflict', () =>
    asMember('acme.admin', async (ctx) => {
      await create(ctx, 'Research');
      expect(await failureOf(edit(ctx, { name: 'rESEARCH' }))).toMatchObject({
        code: 'conflict',
        details: { errors: { name: expect.anything() } },
      });
    }));

  test('that was read before others changed it is not overwritten; who says no version writes last', () =>
    asMember('acme.admin', async (ctx, effects) => {
      const stored = async () => (await listCategories(ctx, { page: 1, limit: 50 })).docs[0];
      const version = (await stored())?.version ?? 0;
      expect(await edit(ctx, { version, name: 'Drawing' })).toMatchObject({ name: 'Drawing', version: version + 1 });
      const refused = await failureOf(edit(ctx, { version, name: 'Sketching' }));
      expect([refused.code, refused.details.current]).toEqual(['conflict', await stored()]);
      expect(await edit(ctx, { colour: 'c3' })).toMatchObject({ name: 'Drawing', colour: 'c3', version: version + 2 });
      // What came back is not what was read before it went.
      await deleteCategory(ctx, { id: DESIGN });
      expect((await restoreCategory(ctx, { id: DESIGN })).version).toBe(version + 3);
      expect((await failureOf(edit(ctx, { version: version + 2, name: 'Sketching' }))).code).toBe('conflict');
      expect(await stored()).toMatchObject({ name: 'Drawing', version: version + 3 });
      expect(effects.events).toContainEqual({ type: 'categories.changed' });
    }));

  test('needs something to change, and a colour that is one', () => {
    for (const wrong of [{}, { colour: 'red' }, { name: ' ' }, { name: 'x'.repeat(61) }, { surprise: 1 }])
      expect(EditCategory.safeParse({ id: DESIGN, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  test('is counted by what is of it, without the bin', () =>
    asMember('acme.admin', async (ctx) => {
      for (const key of ['WEB-1', 'WEB-2', 'APP-1']) await wear(ctx, key);
      await ctx.db.task.updateMany({ where: { id: acme('APP-1') }, data: { deletedAt: new Date() } });
      await ctx.db.project.updateMany({ where: { id: acme('WEB') }, data: { categoryId: DESIGN } });
      expect(await listCategoryUse(ctx)).toMatchObject([{ name: 'Design', tasks: 2, projects: 1 }]);
    }));
});

describe('deleting', () => {
  test('takes it from tasks and projects, and says from how many; open pages learn of it', () =>
    asMember('acme.admin', async (ctx, effects) => {
      for (const key of ['WEB-1', 'WEB-2']) await wear(ctx, key);
      await ctx.db.project.updateMany({ where: { id: acme('APP') }, data: { categoryId: DESIGN } });
      expect(await deleteCategory(ctx, { id: DESIGN })).toMatchObject({ name: 'Design', tasks: 2, projects: 1 });
      expect(await worn(ctx, 'WEB-1')).toBeNull();
      expect(await names(ctx)).toEqual([]);
      expect(effects.events.map(({ type }) => type).sort()).toEqual([
        'categories.changed',
        'project.changed',
        'task.changed',
        'task.changed',
      ]);
      expect(effects.audits).toMatchObject([
        { action: 'category.deleted', target: DESIGN, before: { name: 'Design' }, after: { tasks: 2, projects: 1 } },
      ]);
    }));

  test('can be taken back: what has had another category since keeps that', () =>
    asMember('acme.admin', async (ctx) => {
      const other = (await create(ctx, 'Other'))._id;
      for (const key of ['WEB-1', 'WEB-2']) await wear(ctx, key);
      await deleteCategory(ctx, { id: DESIGN });
      await wear(ctx, 'WEB-2', other);
      expect(await restoreCategory(ctx, { id: DESIGN })).toMatchObject({ _id: DESIGN, name: 'Design' });
      expect([await worn(ctx, 'WEB-1'), await worn(ctx, 'WEB-2'), await worn(ctx, 'WEB-3')]).toEqual([
        DESIGN,
        other,
        null,
      ]);
      expect(await failureOf(restoreCategory(ctx, { id: DESIGN }))).toMatchObject({ code: 'not_found' });
    }));

  test('cannot be taken back once its name was given away', () =>
    asMember('acme.admin', async (ctx) => {
      await deleteCategory(ctx, { id: DESIGN });
      await create(ctx, 'design');
      expect(await failureOf(restoreCategory(ctx, { id: DESIGN }))).toMatchObject({ code: 'conflict' });
    }));

  describe('while somebody gives it to a task', () => {
    afterEach(() => owner.query('delete from removed_category'));

    test('leaves nothing half done, whoever is first', async () => {
      const giving = () =>
        asMemberCommitted('acme.leader', async (ctx) => {
          const before = await ctx.db.task.findFirstOrThrow({ where: { id: acme('WEB-3') } });
          return editTask(
            ctx,
            EditTask.parse({ id: acme('WEB-3'), version: before.version, category_id: acme('Design') }),
            getTask,
          );
        });
      for (let turn = 0; turn < 5; turn++) {
        const [deleted] = await Promise.allSettled([
          asMemberCommitted('acme.admin', (ctx) => deleteCategory(ctx, { id: DESIGN })),
          giving(),
        ]);
        expect(deleted.status).toBe('fulfilled');
        const { rows } = await owner.query('select category_id from task where id = $1', [acme('WEB-3')]);
        expect(rows[0].category_id).toBeNull();
        await asMemberCommitted('acme.admin', (ctx) => restoreCategory(ctx, { id: DESIGN }));
        await owner.query('update task set category_id = null where id = $1', [acme('WEB-3')]);
      }
    });
  });

  test('is forgotten after a day, and not before', async () => {
    const insert = (name: string, hours: number) =>
      owner.query(
        `insert into removed_category (org_id, id, name, colour, removed_at)
         values ($1, gen_random_uuid(), $2, 'c1', now() - make_interval(hours => $3))`,
        [fixtureId('acme'), name, hours],
      );
    await insert('long gone', 25);
    await insert('just gone', 23);
    await sweep();
    expect((await owner.query('select name from removed_category')).rows).toEqual([{ name: 'just gone' }]);
  });
});
