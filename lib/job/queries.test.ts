import { expect, test } from 'vitest';
import type { JobRecord } from '@/lib/job/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';

/** Files that are prepared: by a job, for whoever asked, for a day. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });

const prepare = async (path: string, seat: string, body: object = {}) => {
  const answer = await call('POST', path, { token: await bearer(seat), body });
  const { _id } = answer.body.data as JobRecord;
  const now = async () => (await call('GET', `job/${_id}`, { token: await bearer(seat) })).body.data as JobRecord;
  await expect.poll(async () => (await now()).state).toBe('done');
  return { id: _id, job: await now() };
};
const fetched = async (id: string, seat: string) => call('GET', `jobFile/${id}`, { token: await bearer(seat) });

test('the audit log is the same file as the one that is sent at once, however many pieces it has', async () => {
  await owner.query(
    `insert into audit (org_id, id, actor_id, action, target, created_at)
     select $1, gen_random_uuid(), $2, 'task.delete', 'long' || n, now() - make_interval(mins => n % 40) from generate_series(1, 2345) n`,
    [fixtureId('acme'), fixtureId('acme.lead2')],
  );
  const filters = { group: 'work' };
  for (const format of ['csv', 'json']) {
    const { id, job } = await prepare('prepareAuditExport', 'acme.admin', { ...filters, format });
    expect(job).toMatchObject({ name: expect.stringMatching(/^audit-acme-.*\.(csv|json)$/), progress: { done: 2345 } });
    const { body, headers } = await fetched(id, 'acme.admin');
    expect(headers.get('content-disposition')).toContain(job.name);
    const body_ = { ...filters, format };
    const atOnce = await call('POST', 'exportAuditLog', { token: await bearer('acme.admin'), body: body_ });
    const plain = (text: unknown) => String(text).replace(/"exported_at":"[^"]+"/, '');
    expect(plain(body.data)).toBe(plain(atOnce.body.data));
  }
});

test('one’s own data is one’s own: no admin sees the job or fetches the file', async () => {
  const { id } = await prepare('prepareOwnData', 'acme.user');
  const { body } = await fetched(id, 'acme.user');
  expect(JSON.parse(String(body.data))).toMatchObject({ account: { email: 'user@acme.test' } });
  for (const seat of ['acme.admin', 'acme.user2', 'globex.admin']) {
    expect((await fetched(id, seat)).status).toBe(404);
    expect((await call('GET', `job/${id}`, { token: await bearer(seat) })).status).toBe(404);
    const list = await call('GET', 'jobList', { token: await bearer(seat) });
    expect(list.body.docs).not.toContainEqual(expect.objectContaining({ _id: id }));
  }
});

test('a file is gone after a day, and says so', async () => {
  const { id } = await prepare('prepareAuditExport', 'acme.admin', { q: 'nobody at all' });
  expect((await fetched(id, 'acme.admin')).status).toBe(200);
  await owner.query(`update job set finished_at = now() - interval '25 hours' where id = $1`, [id]);
  expect(await fetched(id, 'acme.admin')).toMatchObject({ status: 410 });
});

test('a file that is still prepared is not there yet, and says so', async () => {
  // Its lane is none: nobody takes it.
  const { rows } = await owner.query(
    `insert into job (org_id, id, member_id, kind, lane, sealed, about, state)
     values ($1, gen_random_uuid(), $2, 'audit.export', 'none', '', '{"name": "audit.csv"}', 'waiting') returning id`,
    [fixtureId('acme'), fixtureId('acme.admin')],
  );
  expect(await fetched(rows[0].id, 'acme.admin')).toMatchObject({ status: 409 });
  await owner.query('delete from job where id = $1', [rows[0].id]);
});

test('what was prepared last comes first, all of one’s own or those of one kind', async () => {
  const own = await prepare('prepareOwnData', 'acme.admin');
  const log = await prepare('prepareAuditExport', 'acme.admin', { q: 'nobody at all' });
  const ids = async (query: Record<string, string>) => {
    const { body } = await call('GET', 'jobList', { token: await bearer('acme.admin'), query });
    return (body.docs as unknown as JobRecord[]).map(({ _id }) => _id);
  };
  expect((await ids({})).slice(0, 2)).toEqual([log.id, own.id]);
  expect((await ids({ kind: own.job.kind }))[0]).toBe(own.id);
});

test('who loses the right meanwhile gets none', async () => {
  const answer = await call('POST', 'prepareAuditExport', { token: await bearer('acme.observer'), body: {} });
  const { _id } = answer.body.data as JobRecord;
  await expect
    .poll(async () => (await owner.query('select state from job where id = $1', [_id])).rows[0].state)
    .toBe('done');
  await owner.query(`update member set role = 'user' where id = $1`, [fixtureId('acme.observer')]);
  expect((await fetched(_id, 'acme.observer')).status).toBe(403);
});
