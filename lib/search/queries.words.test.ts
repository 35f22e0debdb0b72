import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { search } from '@/lib/search/queries';
import { type Found, Search } from '@/lib/search/schema';
import { asMember, seatOf } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

/** How what is asked for is understood, and what is told of it. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
const acme = (name: string) => fixtureId(`acme.${name}`);
const find = (ctx: Ctx, q: string, rest: object = {}): Promise<Found[]> =>
  search(ctx, Search.parse({ q, limit: '200', ...rest })).then(({ docs }) => docs);
const titles = async (ctx: Ctx, q: string) => (await find(ctx, q, { kinds: 'task' })).map(({ title }) => title);

describe('what is asked for', () => {
  const withTask = (title: string, description: string, work: (ctx: Ctx) => Promise<void>) =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.$executeRaw`
        insert into task (id, project_id, number, title, description, rank) values (gen_random_uuid(), ${acme('WEB')}::uuid, 500, ${title}, ${description}, 'zzzz')`;
      await work(ctx);
    });

  test('a key is first, with those that go on behind it', () =>
    withTask('See WEB-1 and web-1', '', async (ctx) => {
      await ctx.db
        .$executeRaw`insert into task (id, project_id, number, title, rank) values (gen_random_uuid(), ${acme('WEB')}::uuid, 12, 'Twelfth', 'zzzzz')`;
      expect(await titles(ctx, 'web-1')).toEqual(['Collect brand assets', 'Twelfth', 'See WEB-1 and web-1']);
      expect((await find(ctx, 'WEB-1'))[0]).toMatchObject({ key: 'WEB-1', url: '/acme/taskpage?task=WEB-1' });
    }));

  test.each([
    ['brand collect', ['Collect brand assets']],
    ['coll', ['Collect brand assets']],
    ['oll', []],
    ['"brand assets"', ['Collect brand assets']],
    ['"assets brand"', []],
    ['brand -assets', []],
    ['brand -pricing', ['Collect brand assets']],
    ['-pricing', []],
    ['BRÄND', ['Collect brand assets']],
    ['colect asets', ['Collect brand assets']],
    ['pricng', ['Build the pricing page']],
    ['%', []],
    ["' or 1=1 --", []],
    ["brand') & !('x", ['Collect brand assets']],
    ['brand:*', ['Collect brand assets']],
    ['\\ _ * ( ) | & ! <->', []],
  ])('%s', (q, expected) => asMember('acme.admin', async (ctx) => expect(await titles(ctx, q)).toEqual(expected)));

  test('marks and cases of other scripts are folded as the words that are sought', () =>
    withTask('Straße nach Ærø, Łódź und ΟΔΟΣ Привет', '', async (ctx) => {
      for (const q of ['strasse', 'STRASSE', 'aero', 'lodz', 'οδος', 'ΟΔΌΣ', 'ПРИВЕТ', 'прив'])
        expect([q, ...(await titles(ctx, q))]).toEqual([q, 'Straße nach Ærø, Łódź und ΟΔΟΣ Привет']);
    }));

  test('hits in a title come before those in a description', () =>
    withTask('Order the cake', 'With brand colours', async (ctx) =>
      expect(await titles(ctx, 'brand')).toEqual(['Collect brand assets', 'Order the cake']),
    ));

  test('an excerpt marks the hit and escapes the rest', () =>
    withTask('Order the cake', '<img src=x onerror=alert(1)> **Zitrone** & <b>zitronen</b>', async (ctx) => {
      const [found] = await find(ctx, 'zitrone');
      expect(found?.excerpt).toBe(
        '&lt;img src=x onerror=alert(1)&gt; <mark>Zitrone</mark> &amp; &lt;b&gt;<mark>zitronen</mark>&lt;/b&gt;',
      );
    }));

  test('the answer is no longer than asked, and takes from each kind by turns', () =>
    asMember('acme.admin', async (ctx) => {
      const found = await find(ctx, 'a', { limit: '3' });
      expect(found).toHaveLength(3);
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['task', 'project', 'person']));
    }));

  test('says by its total whether a page follows, which is counted no further', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.$executeRaw`
        insert into task (id, project_id, number, title, rank)
        select gen_random_uuid(), ${acme('WEB')}::uuid, 600 + n, 'Quince ' || n, 'zzz' || n from generate_series(1, 5) n`;
      const page = async (page: number) => {
        const asked = { q: 'quince', kinds: 'task', limit: '2', page: String(page) };
        const { docs, total } = await search(ctx, Search.parse(asked));
        return [docs.length, total];
      };
      expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
        [2, 3],
        [2, 5],
        [1, 5],
        [0, 6],
      ]);
    }));

  test('hostile texts can be written and searched', () =>
    withTask(
      'ﷺ'.repeat(200),
      Array.from({ length: 12_500 }, (_, at) => at.toString(36))
        .join(' ')
        .slice(0, 50_000),
      async (ctx) => {
        await ctx.db.$executeRaw`update task set description = ${'ﷺ '.repeat(25_000)} where number = 500`;
        await ctx.db.$executeRaw`update task set description = ${'['.repeat(50_000)} where number = 500`;
        for (const q of ['ﷺ', '('.repeat(200), '"'.repeat(200), '-'.repeat(200), 'a '.repeat(100), 'a-'.repeat(100)])
          await find(ctx, q);
      },
    ));

  test('without trigrams the beginnings of words find what is written wrongly', async () => {
    await owner.query('begin');
    await owner.query('drop extension pg_trgm cascade');
    const seat = seatOf('acme.admin');
    for (const [name, value] of Object.entries({ 'app.org_id': seat.org_id, 'app.role': 'admin', role: 'tenant' }))
      await owner.query('select set_config($1, $2, true)', [name, value]);
    const { rows } = await owner.query(
      `select id from search_entries(app_org_id(), true, false, '{}', null, '{task}', '''pricinge''', '''pricinge'':A', 'pricinge', '''pric'':*A', 5)`,
    );
    await owner.query('rollback');
    expect(rows).toEqual([{ id: acme('WEB-4') }]);
  });
});
