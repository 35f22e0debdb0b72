import { describe, expect, test } from 'vitest';
import { createCategory, deleteCategory, editCategory, restoreCategory } from '@/lib/category/commands';
import { listCategories, listCategoryUse } from '@/lib/category/queries';
import { CreateCategory, EditCategory } from '@/lib/category/schema';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';
import { edit as editTask } from '@/lib/test/task-calls';
import { asAdmin } from '@/lib/test/test-as';
import { manyOr } from '@/lib/test/whole';

/** Categories (permissions, row 49). */

const owner = ownerClient();
const create = (ctx: Ctx, name = 'Research') => createCategory(ctx, CreateCategory.parse({ name, colour: 'c4' }));
const names = async (ctx: Ctx) => (await listCategories(ctx, { page: 1, limit: 50 })).docs.map(({ name }) => name);

test('a category stands in the list of everybody in the team', async () => {
  await asMember('acme.leader', async (ctx) => {
    expect(await create(ctx)).toMatchObject({ name: 'Research', colour: 'c4' });
    expect(await names(ctx)).toEqual(['Design', 'Research']);
  });
  for (const who of ['acme.user', 'acme.observer'])
    await asMember(who, async (ctx) => expect(await names(ctx)).toEqual(['Design']));
});

test('names whose letters differ in case alone are one category, here and in the database', async () => {
  await asMember('acme.admin', async (ctx) => {
    await create(ctx, 'Straße');
    expect(await codeOf(create(ctx, 'STRASSE'))).toBe('conflict');
  });
  const insert = 'insert into category (org_id, id, name) select $1, gen_random_uuid(), * from unnest($2::text[])';
  await expect(owner.query(insert, [fixtureId('acme'), ['ΟΔΟΣ', 'Οδος']])).rejects.toThrow('category_one_name');
});

asAdmin('a category shows to a client once something it sees is of it', async (ctx) => {
  const seen = async () => {
    await ctx.db
      .$executeRaw`select set_config('app.role', 'client', true), set_config('app.project_ids', ${`{${fixtureId('acme.WEB')}}`}, true)`;
    const found = await names(ctx);
    await ctx.db.$executeRaw`select set_config('app.role', 'admin', true)`;
    return found;
  };
  const put = (key: string) =>
    ctx.db.task.updateMany({
      where: { id: fixtureId(`acme.${key}`) },
      data: { categoryId: fixtureId('acme.Design') },
    });
  expect(await seen()).toEqual([]);
  await put('WEB-2');
  expect(await seen()).toEqual([]);
  await put('WEB-1');
  expect(await seen()).toEqual(['Design']);
});

test('a category of a name that exists is a conflict, in whatever case; another organisation’s name is free', () =>
  asMember('acme.admin', async (ctx) => {
    expect(await failureOf(create(ctx, 'dESIGN'))).toMatchObject({
      code: 'conflict',
      details: { errors: { name: expect.anything() } },
    });
    await ctx.db.category.deleteMany({});
    expect(await create(ctx, 'Design')).toMatchObject({ name: 'Design' });
  }));

describe('changing and deleting', () => {
  /** Changing, deleting and restoring categories (permissions, row 49). */

  const acme = (name: string) => fixtureId(`acme.${name}`);
  const DESIGN = acme('Design');

  const create = (ctx: Ctx, name: string) => createCategory(ctx, CreateCategory.parse({ name }));
  const edit = (ctx: Ctx, input: object) => editCategory(ctx, EditCategory.parse({ id: DESIGN, ...input }));
  const wear = (ctx: Ctx, key: string, categoryId: string | null = DESIGN) =>
    ctx.db.task.updateMany({ where: { id: acme(key) }, data: { categoryId } });
  const worn = async (ctx: Ctx, key: string) =>
    (await ctx.db.task.findFirst({ where: { id: acme(key) }, select: { categoryId: true } }))?.categoryId;

  describe('a category', () => {
    asAdmin('takes a new name and colour, with a line in the audit log', async (ctx, effects) => {
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
    });

    asAdmin('changes only in its case, and in nothing without a line', async (ctx, effects) => {
      expect(await edit(ctx, { name: 'DESIGN' })).toMatchObject({ name: 'DESIGN' });
      expect(await edit(ctx, { name: 'DESIGN', colour: 'c1' })).toMatchObject({ name: 'DESIGN' });
      expect(effects.audits).toHaveLength(1);
    });

    asAdmin('of another’s name, in whatever case, is a conflict', async (ctx) => {
      await create(ctx, 'Research');
      expect(await failureOf(edit(ctx, { name: 'rESEARCH' }))).toMatchObject({
        code: 'conflict',
        details: { errors: { name: expect.anything() } },
      });
    });

    test('that was read before others changed it is not overwritten; who says no version writes last', () =>
      asMember('acme.admin', async (ctx, effects) => {
        const stored = async () => (await listCategories(ctx, { page: 1, limit: 50 })).docs[0];
        const version = (await stored())?.version ?? 0;
        expect(await edit(ctx, { version, name: 'Drawing' })).toMatchObject({ name: 'Drawing', version: version + 1 });
        const refused = await failureOf(edit(ctx, { version, name: 'Sketching' }));
        expect([refused.code, refused.details.current]).toEqual(['conflict', await stored()]);
        expect(await edit(ctx, { colour: 'c3' })).toMatchObject({
          name: 'Drawing',
          colour: 'c3',
          version: version + 2,
        });
        // What came back is not what was read before it went.
        await deleteCategory(ctx, { id: DESIGN });
        expect((await restoreCategory(ctx, { id: DESIGN })).version).toBe(version + 3);
        expect(await codeOf(edit(ctx, { version: version + 2, name: 'Sketching' }))).toBe('conflict');
        expect(await stored()).toMatchObject({ name: 'Drawing', version: version + 3 });
        expect(effects.events).toContainEqual({ type: 'categories.changed' });
      }));

    asAdmin('is counted by what is of it, without the bin', async (ctx) => {
      for (const key of ['WEB-1', 'WEB-2', 'APP-1']) await wear(ctx, key);
      await ctx.db.task.updateMany({ where: { id: acme('APP-1') }, data: { deletedAt: new Date() } });
      await ctx.db.project.updateMany({ where: { id: acme('WEB') }, data: { categoryId: DESIGN } });
      expect(await listCategoryUse(ctx)).toMatchObject([{ name: 'Design', tasks: 2, projects: 1 }]);
    });
  });

  test('of a name that somebody else is adding at this moment waits for them, and is a conflict', async () => {
    let second: Promise<unknown> | undefined;
    await asMemberCommitted('acme.admin', async (ctx) => {
      await create(ctx, 'Parallel');
      second = codeOf(asMemberCommitted('acme.leader', (other) => create(other, 'pARALLEL')));
      await somebodyWaits(owner);
    });
    expect(await second).toBe('conflict');
    expect((await owner.query(`delete from category where lower(name) = 'parallel'`)).rowCount).toBe(1);
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

    asAdmin('can be taken back: what has had another category since keeps that', async (ctx) => {
      const other = (await create(ctx, 'Other'))._id;
      for (const key of ['WEB-1', 'WEB-2']) await wear(ctx, key);
      await ctx.db.project.updateMany({ where: { id: acme('WEB') }, data: { categoryId: DESIGN } });
      await edit(ctx, { colour: 'c7' });
      await deleteCategory(ctx, { id: DESIGN });
      await wear(ctx, 'WEB-2', other);
      expect(await restoreCategory(ctx, { id: DESIGN })).toMatchObject({ _id: DESIGN, name: 'Design', colour: 'c7' });
      expect([await worn(ctx, 'WEB-1'), await worn(ctx, 'WEB-2'), await worn(ctx, 'WEB-3')]).toEqual([
        DESIGN,
        other,
        null,
      ]);
      expect((await listCategoryUse(ctx))[0]).toMatchObject({ name: 'Design', colour: 'c7', tasks: 1, projects: 1 });
      expect(await codeOf(restoreCategory(ctx, { id: DESIGN }))).toBe('not_found');
    });

    asAdmin('cannot be taken back once its name was given away', async (ctx) => {
      await deleteCategory(ctx, { id: DESIGN });
      await create(ctx, 'design');
      expect(await codeOf(restoreCategory(ctx, { id: DESIGN }))).toBe('conflict');
    });

    test('while somebody gives it to a task leaves nothing half done, whoever is first', async () => {
      const ofTask = async () =>
        (await owner.query('select category_id, version from task where id = $1', [acme('WEB-3')])).rows[0];
      for (let turn = 0; turn < manyOr(5, 2); turn++) {
        const { version } = await ofTask();
        const [deleted] = await Promise.allSettled([
          asMemberCommitted('acme.admin', (ctx) => deleteCategory(ctx, { id: DESIGN })),
          asMemberCommitted('acme.leader', (ctx) => editTask(ctx, 'WEB-3', { version, category_id: DESIGN })),
        ]);
        expect(deleted.status).toBe('fulfilled');
        expect((await ofTask()).category_id).toBeNull();
        await asMemberCommitted('acme.admin', (ctx) => restoreCategory(ctx, { id: DESIGN }));
        await owner.query('update task set category_id = null where id = $1', [acme('WEB-3')]);
      }
      await owner.query('delete from removed_category');
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
});
