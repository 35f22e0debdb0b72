import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { InvitationBatchRecord, InvitationBatchSummary, InvitationImport } from '@/lib/invitation/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

/** What became of an uploaded file can be read later: which rows went, which did not, and why. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => {
  process.env.RATE_LIMIT_FACTOR = '1000';
});

const file = (rows: string[], name = 'people.csv') =>
  new File([['email,name,role,projects', ...rows].join('\r\n')], name, { type: 'text/csv' });
async function upload(rows: string[], fields: object = {}, seat = 'acme.admin') {
  const answer = await call('POST', 'sendInviteFromCSV', {
    token: await bearer(seat),
    body: { file: file(rows), ...fields },
  });
  return { ...answer, data: answer.body.data as InvitationImport };
}
const read = async (path: string, seat = 'acme.admin') => (await call('GET', path, { token: await bearer(seat) })).body;

const ROWS = [
  'ann@batch.test,Ann,user,',
  'no address,Bad,user,',
  'ann@batch.test,Ann again,user,',
  'user@acme.test,Here already,user,',
  'cleo@batch.test,Cleo,emperor,',
  'ben@batch.test,Ben,user,',
];

describe('an upload', () => {
  test('keeps every row that did not go, with its reason, as its answer had it', async () => {
    const { data } = await upload(ROWS);
    expect(data).toMatchObject({ total: 6, invited: 2, skipped: 2 });
    const kept = (await read(`inviteBatch/${data.batch_id}`)).data as InvitationBatchRecord;
    expect(kept).toMatchObject({ invited: 2, skipped: 2, finished: true });
    expect(kept.errors).toEqual(data.errors);
    expect(kept.skipped_rows).toEqual(data.skipped_rows);
    expect(kept.skipped_rows.map(({ row, value }) => [row, value])).toEqual([
      [4, 'ann@batch.test'],
      [5, 'user@acme.test'],
    ]);
  });

  test('has a file with every line of it: who was invited, who was not, and why', async () => {
    const rows = ROWS.map((row) => row.replaceAll('@batch.test', '@lines.test'));
    const { data } = await upload(rows);
    // What is still to do when somebody cancels.
    await owner.query(
      `update invitation_batch set finished_at = null, good = good || '[[8, "zoe@lines.test"]]' where id = $1`,
      [data.batch_id],
    );
    await owner.query(`update job set state = 'cancelled' where id = $1`, [data.batch_id]);
    const answer = await call('GET', `inviteBatchFile/${data.batch_id}`, { token: await bearer('acme.admin') });
    expect(answer.headers.get('content-disposition')).toContain('invitations-result.csv');
    expect(String(answer.body.data).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'row,column,value,outcome,reason',
      '2,email,ann@lines.test,invited,',
      expect.stringMatching(/^3,email,no address,error,./),
      expect.stringMatching(/^4,email,ann@lines.test,left out,./),
      expect.stringMatching(/^5,email,user@acme.test,left out,./),
      expect.stringMatching(/^6,role,emperor,error,./),
      '7,email,ben@lines.test,invited,',
      '8,email,zoe@lines.test,not invited,The import was cancelled.',
    ]);
    expect((await read(`inviteBatchFile/${data.batch_id}`, 'acme.leader')).code).toBe('forbidden');
    expect((await read(`inviteBatchFile/${data.batch_id}`, 'globex.admin')).code).toBe('not_found');
  });

  test('stands in the history, newest first, with who uploaded it', async () => {
    const { data } = await upload(['dora@batch.test,Dora,user,', 'worse,Bad,king,'], {}, 'acme.subadmin');
    const { docs, totalDocs } = await read('inviteBatchList');
    const [newest] = docs as InvitationBatchSummary[];
    expect(newest).toMatchObject({
      _id: data.batch_id,
      file_name: 'people.csv',
      total: 2,
      invited: 1,
      bad: 1,
      skipped: 0,
      finished: true,
      created_by: { _id: fixtureId('acme.subadmin'), name: 'subadmin of acme' },
    });
    expect(totalDocs).toBe(docs?.length);
    expect((await read('inviteBatchList', 'globex.admin')).docs).toEqual([]);
  });

  test('that only looks leaves none', async () => {
    const before = (await read('inviteBatchList')).totalDocs;
    await upload(['eve@batch.test,Eve,user,'], { dry_run: 'true' });
    expect((await read('inviteBatchList')).totalDocs).toBe(before);
  });
});

test('D01 ten files a minute for one person', async () => {
  process.env.RATE_LIMIT_FACTOR = '1';
  await owner.query('delete from rate_limit');
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn++) statuses.push((await upload(['x'], { dry_run: 'true' })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});
