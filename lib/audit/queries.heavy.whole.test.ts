import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '@/lib/audit/queries';
import { ListAudit } from '@/lib/audit/schema';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

/** However long the log is, few of its lines are read. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const acme = (name: string) => fixtureId(`acme.${name}`);
const read = (ctx: Ctx, input: object) => listAudit(ctx, ListAudit.parse(input));
afterAll(() => owner.end());

describe('with 200,000 lines', () => {
  beforeAll(async () => {
    await owner.connect();
    await owner.query(
      `insert into audit (org_id, id, actor_id, action, target, created_at)
       select $1, gen_random_uuid(), (array[$2, $3, $4]::uuid[])[1 + n % 3],
              (array['sign_in', 'sign_out', 'member.edit', 'task.delete'])[1 + n % 4], 'person' || n % 5000 || '@many.test',
              now() - make_interval(secs => n * 60)
         from generate_series(1, 200000) n`,
      [fixtureId('acme'), acme('admin'), acme('user2'), acme('leader')],
    );
    await owner.query('analyze audit');
  });

  /** Lines of the log that PostgreSQL looked at in this transaction: no matter how fast the machine is. */
  const fetched = async ({ db }: Ctx) => {
    const [{ count }] = (await db.$queryRaw`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = 'audit'`) as [
      { count: number },
    ];
    return count;
  };

  test.each([
    ['the first page', {}, 5_000],
    ['a group', { group: 'people' }, 5_000],
    ['a person', { member_id: acme('user') }, 5_000],
    ['a person who did much', { member_id: acme('user2') }, 5_000],
    ['days', { from: '2026-01-01', to: '2026-12-31' }, 5_000],
    ['a text', { q: 'otto@new.test' }, 5_000],
    ['a text that names people', { q: 'user' }, 5_000],
    // The lines of one person: a text of theirs is compared line by line.
    [
      'everything at once',
      { q: 'admin', group: 'people', member_id: acme('admin'), from: '2020-01-01' },
      200_000 / 3 + 400,
    ],
  ])('%s reads few of them', async (_what, input, limit) => {
    for (const who of ['acme.admin', 'acme.subadmin'])
      await asMember(who, async (ctx) => {
        const before = await fetched(ctx);
        await read(ctx, input);
        expect((await fetched(ctx)) - before).toBeLessThan(limit);
      });
  });
});
