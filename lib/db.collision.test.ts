import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { asWorker } from '@/lib/db';
import type { Db } from '@/lib/sql';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';

/** What becomes of two transactions that stand in each other's way. */

const owner = ownerClient();
beforeEach(() => owner.query('delete from rate_limit'));

const count = (db: Db, bucket: string) =>
  db.$executeRaw`update rate_limit set count = count + 1 where bucket = ${bucket}`;
const counts = async () =>
  (await owner.query('select bucket, count from rate_limit order by bucket')).rows.map((row) => [
    row.bucket,
    row.count,
  ]);

/** Resolves for all once as many have come. */
function meeting(size: number) {
  let open: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  let come = 0;
  return () => {
    come += 1;
    if (come >= size) open();
    return all;
  };
}

describe('two transactions', () => {
  test('that wait for each other are both done, each once', async () => {
    await owner.query(`insert into rate_limit select b, 0, now() + interval '1 h' from unnest(array['a', 'b']) b`);
    const meet = meeting(2);
    let end = () => {};
    const endOfOther = new Promise<void>((resolve) => {
      end = resolve;
    });
    let runs = 0;
    const both = (first: string, then: string) =>
      asWorker(async (db) => {
        runs += 1;
        // The one that is done again would meet the other a second time.
        if (runs > 2) await endOfOther;
        await count(db, first);
        await meet();
        await count(db, then);
      }).then(end);
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(runs).toBe(3);
    expect(await counts()).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
  });

  test('that cannot be put in an order: the one that is told so is done again, five times at most', async () => {
    await owner.query(`insert into rate_limit values ('a', 0, now() + interval '1 h')`);
    const refused = (times: number) => {
      let runs = 0;
      return asWorker(async (db) => {
        await count(db, 'a');
        runs += 1;
        if (runs <= times) await db.$executeRaw`do $$ begin raise exception using errcode = '40001'; end $$`;
        return runs;
      });
    };
    expect(await refused(2)).toBe(3);
    expect(await counts()).toEqual([['a', 1]]);
    await expect(refused(9)).rejects.toThrow('40001');
    expect(await counts()).toEqual([['a', 1]]);
  });
});

describe('two who change the same people of two projects crosswise', () => {
  const acme = (name: string) => fixtureId(`acme.${name}`);
  const [WEB, APP] = [acme('WEB'), acme('APP')];
  const PEOPLE = [acme('user'), acme('outsider')];
  const seats = async () =>
    (
      await owner.query(
        `select project_id, member_id from project_member where project_id = any ($1) and member_id = any ($2)`,
        [[WEB, APP], PEOPLE],
      )
    ).rows.map((row) => `${row.project_id} ${row.member_id}`);

  test('are both done, each time', async () => {
    process.env.RATE_LIMIT_FACTOR = '1000';
    const [one, other] = PEOPLE as [string, string];
    const tokens = [await bearer('acme.admin'), await bearer('acme.subadmin')];
    const change = (by: number, project_id: string, add: string, remove: string) =>
      call('PUT', 'projectMembers', { token: tokens[by] ?? null, body: { project_id, add: [add], remove: [remove] } });
    await change(0, WEB, one, other);
    await change(0, APP, other, one);
    for (let round = 0; round < 3; round += 1) {
      const [here, there] = round % 2 ? [one, other] : [other, one];
      const answers = await Promise.all([change(0, WEB, here, there), change(1, APP, there, here)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await seats()).sort()).toEqual([`${WEB} ${here}`, `${APP} ${there}`].sort());
    }
  });
});

describe('a task that is hidden from clients while somebody else works on it', () => {
  const task_id = fixtureId('acme.WEB-4');
  const setAudience = (audience: string) =>
    owner.query('update task set audience = $1 where id = $2', [audience, task_id]);
  afterAll(() => setAudience('client'));

  /** Resolves once another transaction waits for a lock of this one. */
  async function somebodyWaits(): Promise<void> {
    const { rows } = await owner.query('select from pg_locks where not granted');
    if (!rows.length) await somebodyWaits();
  }

  test.each([
    ['changeTaskStatus', { task_id, status: 5 }, 200],
    ['addTaskComment', { task_id, body: 'Written in between' }, 201],
  ])('%s succeeds: its history line follows the audience of now', async (endpoint, body, status) => {
    const token = await bearer('acme.leader');
    await setAudience('client');
    await owner.query('begin');
    await setAudience('internal');
    const answer = call('POST', endpoint, { token, body });
    await somebodyWaits();
    await owner.query('commit');
    expect((await answer).status).toBe(status);
    const { rows } = await owner.query(
      'select task_audience from activity where task_id = $1 order by created_at desc limit 1',
      [task_id],
    );
    expect(rows).toEqual([{ task_audience: 'internal' }]);
  });
});
