import { generateKeyBetween } from 'fractional-indexing';
import { beforeEach, describe, expect, test } from 'vitest';
import { DomainError, toFailure } from '@/lib/errors';
import { asMemberCommitted } from '@/lib/test/as-member';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';
import { create, edit, move, person, task, WEB } from '@/lib/test/task-calls';
import { manyOr } from '@/lib/test/whole';
import { STANDARD } from '@/lib/workflow/vocabulary';

/** What only shows between transactions that really run side by side. */

const owner = ownerClient();
beforeEach(() => owner.query('delete from activity'));

/** Runs all of it at once, at most as many at a time as there are connections. */
async function atOnce<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const waiting = works.map((work, at) => ({ work, at }));
  const results: T[] = [];
  const runner = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next.at] = await next.work();
  };
  await Promise.all(Array.from({ length: 10 }, runner));
  return results;
}
const repeat = <T>(times: number, work: (at: number) => Promise<T>) =>
  atOnce(Array.from({ length: times }, (_, at) => () => patiently(() => work(at))));

/** Who is told that the database is busy comes again, as a client does. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 5; ; tries -= 1)
    try {
      return await work();
    } catch (error) {
      if (toFailure(error).code !== 'unavailable' || tries === 0) throw error;
    }
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );
const ranks = async (status: number) =>
  (await owner.query(`select rank, id from task where project_id = $1 and status = $2 order by rank`, [WEB, status]))
    .rows;

describe('at the same moment', () => {
  test('X10 sixty tasks get sixty numbers without a gap, and ranks of their own', async () => {
    const people = ['leader', 'user', 'user2', 'admin'];
    const made = await repeat(60, (at) => asMemberCommitted(`acme.${people[at % 4]}`, (ctx) => create(ctx)));
    expect(made.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_, at) => 7 + at),
    );
    const column = await ranks(1);
    expect(new Set(column.map(({ rank }) => rank)).size).toBe(column.length);
  });

  test('X06 fifty tasks moved to one place get ranks of their own, and none is lost', async () => {
    const { rows } = await owner.query(`select id from task where project_id = $1 and number > 6 limit 50`, [WEB]);
    const anchor = task('WEB-5');
    await repeat(50, (at) =>
      asMemberCommitted('acme.leader', (ctx) =>
        move(ctx, rows[at].id, 3, at % 2 ? { after_id: anchor } : { before_id: anchor }),
      ),
    );
    const column = await ranks(3);
    expect(column).toHaveLength(51);
    expect(new Set(column.map(({ rank }) => rank)).size).toBe(51);
    expect(column.findIndex(({ id }) => id === anchor)).toBe(25);
  });

  test('X06 new tasks and tasks moved to the end of their column get ranks of their own', async () => {
    const [before, many] = [(await ranks(2)).length, manyOr(50, 20)];
    const made = await repeat(many / 2, () => asMemberCommitted('acme.leader', (ctx) => create(ctx)));
    await repeat(many, (at) =>
      asMemberCommitted<unknown>('acme.leader', (ctx) =>
        at % 2 ? create(ctx, { status: 2 }) : move(ctx, made[at / 2]?._id as string, 2),
      ),
    );
    const column = await ranks(2);
    expect(column).toHaveLength(before + many);
    expect(new Set(column.map(({ rank }) => rank)).size).toBe(column.length);
  });

  test('a task that is hidden from clients while it moves is moved, and its history is the team’s', async () => {
    const id = await asMemberCommitted('acme.leader', (ctx) => create(ctx, { audience: 'client' })).then(
      ({ _id }) => _id,
    );
    await owner.query('begin');
    await owner.query(`update task set audience = 'internal', version = version + 1 where id = $1`, [id]);
    let tries = 0;
    const moving = asMemberCommitted('acme.leader', (ctx) => {
      tries++;
      return move(ctx, id, 3);
    }).catch((error) => error);
    await somebodyWaits(owner);
    await owner.query('commit');
    expect(await moving).toMatchObject({ status: 3, audience: 'internal', version: 3 });
    expect(tries).toBe(1);
    const { rows } = await owner.query(
      `select task_audience, audience from activity where task_id = $1 and kind = 'task.moved'`,
      [id],
    );
    expect(rows).toEqual([{ task_audience: 'internal', audience: 'internal' }]);
    await owner.query('delete from task where id = $1', [id]);
  });

  test('beside a task that has left one lands where it was, and is told so', async () => {
    const made = await Promise.all(
      ['above', 'gone', 'below', 'one', 'other'].map((title) =>
        asMemberCommitted('acme.leader', (ctx) => create(ctx, { title, status: 1 })),
      ),
    );
    const [above, gone, below, one, other] = made.map(({ _id }) => _id) as [string, string, string, string, string];
    const put = (id: string, status: number, beside = {}) =>
      asMemberCommitted('acme.leader', (ctx) => move(ctx, id, status, beside));
    for (const id of [above, gone, below]) await put(id, 5);
    await put(gone, 4);
    expect(await put(one, 5, { after_id: gone })).toMatchObject({ after_id: above, before_id: below });
    expect(await put(other, 5, { before_id: gone })).toMatchObject({ after_id: above, before_id: one });
  });

  test('X05 moves of one task follow one another, and its history says so', async () => {
    const statuses = Array.from({ length: 20 }, (_, at) => 1 + (at % 5));
    await repeat(20, (at) => asMemberCommitted('acme.leader', (ctx) => move(ctx, 'WEB-1', statuses[at] as number)));
    const { rows: history } = await owner.query(
      `select data from activity where task_id = $1 and kind = 'task.moved'`,
      [task('WEB-1')],
    );
    const { rows: now } = await owner.query('select status from task where id = $1', [task('WEB-1')]);
    // Every status is left as often as it is entered, but for where the task began and where it is.
    const balance = new Map<number, number>([[1, 1]]);
    for (const { data } of history) {
      balance.set(data.from, (balance.get(data.from) ?? 0) - 1);
      balance.set(data.to, (balance.get(data.to) ?? 0) + 1);
    }
    expect(history.length).toBeGreaterThan(0);
    expect([...balance].filter(([, count]) => count !== 0)).toEqual([[now[0].status, 1]]);
  });

  test('X05 of many changes to one version one wins, and the others get the winner’s record', async () => {
    const { rows } = await owner.query('select version from task where id = $1', [task('WEB-2')]);
    const { version } = rows[0];
    const results = await repeat(20, (at) =>
      outcome(
        asMemberCommitted<unknown>('acme.leader', (ctx) =>
          at % 2
            ? edit(ctx, 'WEB-2', { version, title: `Title ${at}`, status: 2 })
            : move(ctx, 'WEB-2', 3, { version }),
        ),
      ),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.filter((result) => result === 'conflict')).toHaveLength(19);
    const { rows: after } = await owner.query('select version from task where id = $1', [task('WEB-2')]);
    expect(after[0].version).toBe(version + 1);
  });

  test('assigning, moving and renumbering the same column end without a deadlock', async () => {
    // Nothing to squeeze in between: whoever comes first numbers the column afresh.
    await owner.query(`update task set rank = 'not a rank ' || number where project_id = $1 and status = 3`, [WEB]);
    const { rows } = await owner.query('select id, version from task where project_id = $1 and status = 3', [WEB]);
    const results = await repeat(30, (at) =>
      outcome(
        asMemberCommitted<unknown>('acme.leader', (ctx) =>
          at % 3 === 0
            ? edit(ctx, rows[at].id, { version: rows[at].version, assignee_ids: [person('user')] })
            : move(ctx, rows[at].id, 3, { after_id: rows[at + 1].id }),
        ),
      ),
    );
    expect(results).toEqual(results.map(() => 'done'));
    const column = await ranks(3);
    expect(new Set(column.map(({ rank }) => rank)).size).toBe(column.length);
  });

  test('a column that takes no more gets not one more, also where all add at once', async () => {
    const open = (await ranks(5)).length;
    const columns = STANDARD.columns.map((one) => (one.status === 5 ? { ...one, limit: open + 3 } : one));
    const workflows = { [WEB]: { ...STANDARD, columns, over_limit: 'refuse' as const } };
    const results = await repeat(20, () =>
      outcome(asMemberCommitted('acme.leader', (ctx) => create({ ...ctx, workflows }, { status: 5 }))),
    );
    expect(results.filter((one) => one === 'done')).toHaveLength(3);
    expect(results.filter((one) => one === 'conflict')).toHaveLength(17);
    expect(await ranks(5)).toHaveLength(open + 3);
  });
});

const inPackage = (rank: string) => {
  try {
    return generateKeyBetween(rank || null, null);
  } catch {
    return null;
  }
};
async function inDatabase(ranks: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await owner.query<{ next: string | null }>(
    'select rank_after(one.rank) as next from unnest($1::text[]) with ordinality as one(rank, at) order by one.at',
    [ranks],
  );
  return rows.map(({ next }) => next);
}

test('the rank behind another is the same in the database as in the package', async () => {
  const row: string[] = [''];
  for (let at = 0; at < 5_000; at++) row.push(generateKeyBetween(row.at(-1) || null, null));
  const before: string[] = ['a0'];
  for (let at = 0; at < 5_000; at++) before.push(generateKeyBetween(null, before.at(-1) as string));
  const edges = ['Zz', 'Zy', 'Yzz', 'Xzzz', 'az', 'bzz', 'b00', 'czzz', 'a0V', 'a1G2'];
  const wrong = ['a', 'b0', 'a00', '0', '!', 'a-', 'a0 ', 'é0', 'Z'];
  for (const ranks of [row, before, edges]) expect(await inDatabase(ranks)).toEqual(ranks.map(inPackage));
  expect(await inDatabase(wrong)).toEqual(wrong.map(() => null));
});

test('a column whose last rank is none is put in order when a task joins it', async () => {
  await owner.query(
    `update task set rank = 'zz!' where id = (select id from task where project_id = $1 and status = 5 order by rank desc limit 1)`,
    [WEB],
  );
  const made = await asMemberCommitted('acme.leader', (ctx) => create(ctx, { status: 5 }));
  const { rows } = await owner.query<{ id: string; rank: string }>(
    'select id, rank from task where project_id = $1 and status = 5 order by rank, id',
    [WEB],
  );
  const ranks = rows.map(({ rank }) => rank);
  expect(await inDatabase(['', ...ranks.slice(0, -1)])).toEqual(ranks);
  expect(rows.at(-1)?.id).toBe(made._id);
});
