import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory } from '@/lib/category/commands';
import { listCategories } from '@/lib/category/queries';
import { CreateCategory } from '@/lib/category/schema';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Categories (permissions, row 49). */

const create = (ctx: Ctx, name = 'Research') => createCategory(ctx, CreateCategory.parse({ name, colour: 'c4' }));
const names = async (ctx: Ctx) => (await listCategories(ctx, { page: 1, limit: 50 })).docs.map(({ name }) => name);

describe('a category', () => {
  test('stands in the list of everybody in the team', async () => {
    await asMember('acme.leader', async (ctx) => {
      expect(await create(ctx)).toMatchObject({ name: 'Research', colour: 'c4' });
      expect(await names(ctx)).toEqual(['Design', 'Research']);
    });
    for (const who of ['acme.user', 'acme.observer'])
      await asMember(who, async (ctx) => expect(await names(ctx)).toEqual(['Design']));
  });

  test('shows to a client once something it sees is of it', () =>
    asMember('acme.admin', async (ctx) => {
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
    }));

  test('of a name that exists is a conflict, in whatever case; another organisation’s name is free', () =>
    asMember('acme.admin', async (ctx) => {
      expect(await failureOf(create(ctx, 'dESIGN'))).toMatchObject({
        code: 'conflict',
        details: { errors: { name: expect.anything() } },
      });
      await ctx.db.category.deleteMany({});
      expect(await create(ctx, 'Design')).toMatchObject({ name: 'Design' });
    }));

  describe('of a name that somebody else is adding at this moment', () => {
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    beforeAll(() => owner.connect());
    afterAll(() => owner.end());

    /** Resolves once a second transaction waits for the first one's lock. */
    async function somebodyWaits(): Promise<void> {
      const { rows } = await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`);
      if (!rows.length) await somebodyWaits();
    }

    test('waits for them, and is a conflict', async () => {
      let second: Promise<unknown> | undefined;
      await asMemberCommitted('acme.admin', async (ctx) => {
        await create(ctx, 'Parallel');
        second = failureOf(asMemberCommitted('acme.leader', (other) => create(other, 'pARALLEL')));
        await somebodyWaits();
      });
      expect(await second).toMatchObject({ code: 'conflict' });
      expect((await owner.query(`delete from category where lower(name) = 'parallel'`)).rowCount).toBe(1);
    });
  });
});
