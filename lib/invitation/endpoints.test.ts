import { expect, test } from 'vitest';
import { AccountRecord } from '@/lib/member/schema.manage';
import { bearer, call } from '@/lib/test/wire';

/** Accounts and lists of one role, as they go over the wire. */

test('createclient and editClient answer the record', async () => {
  const [admin, subadmin] = [await bearer('acme.admin'), await bearer('acme.subadmin')];
  const made = await call('POST', 'createclient', {
    token: admin,
    body: { name: 'Kim', email: 'kim@client.example', company: 'Kim & Co' },
  });
  expect(made.status).toBe(201);
  const { _id } = AccountRecord.parse(made.body.data);
  const edited = await call('PUT', `editClient/${_id}`, { token: subadmin, body: { phone: '123' } });
  expect(edited.body.data).toMatchObject({ phone: '123', company: 'Kim & Co' });
  expect((await call('PUT', `editObserver/${_id}`, { token: admin, body: { phone: '123' } })).status).toBe(404);
  const { body } = await call('GET', 'clientList', { token: await bearer('acme.leader') });
  expect(body.docs).toContainEqual(expect.objectContaining({ _id }));
});

test.each(['allUserFromOrgs', 'employeelist', 'teamleader', 'clientList', 'observerlist', 'subadminList'])(
  '%s answers every role with what it may see',
  async (path) => {
    for (const seat of ['admin', 'subadmin', 'leader', 'user', 'client', 'observer']) {
      const { status, body } = await call('GET', path, { token: await bearer(`acme.${seat}`) });
      expect([seat, status]).toEqual([seat, 200]);
      expect(body).toMatchObject({ page: 1, limit: 50, totalDocs: body.docs?.length });
      expect(JSON.stringify(body.docs)).not.toContain('globex');
      if (seat === 'client') expect(JSON.stringify(body.docs)).not.toContain('leader@acme.test');
    }
  },
);
