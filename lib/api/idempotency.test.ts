import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { deliverBy } from '@/lib/outbox';
import { changedBetween, type Digest, digestOf } from '@/lib/test/database-digest';
import type { Example } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** The same creation sent again, by a retry or by impatience, has one effect (X01, X02). */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });

const creating = table.filter(({ status, permission }) => status === 201 && permission !== 'anonymous');
let digest: () => Promise<Digest>;
let deliverer: ReturnType<typeof deliverBy>;
beforeAll(async () => {
  // What a call leaves to be done would change the database beside the next one.
  deliverer = deliverBy(undefined);
  digest = await digestOf(owner);
});
afterAll(() => deliverBy(deliverer));

type Made = { path?: string; body?: unknown };
async function send(name: string, { path = name.slice('POST '.length), body }: Made, key: string, seat?: string) {
  const token = await bearer(seat ?? (EXAMPLES[name] as Example).seat);
  return call('POST', path, { token, body, headers: { 'Idempotency-Key': key.replaceAll(' ', '-') } });
}
const make = (name: string): Promise<Made> => (EXAMPLES[name] as Example).make(owner);

test.each(creating.map(nameOf))('X01 %s with the same key is done once, and answered again', async (name) => {
  const made = await make(name);
  const first = await send(name, made, `${name} again`);
  const before = await digest();
  const second = await send(name, made, `${name} again`);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(changedBetween(before, await digest())).toEqual([]);
});

/** One of a record and one of a file: a key is kept in one place for all. */
describe.each([
  ['POST Task', { title: '' }],
  ['POST addTaskAttachment/{id}', { file: 'x' }],
])('%s', (name, wrong) => {
  test('refuses the key for another body, 409, and changes nothing', async () => {
    const [one, other] = [await make(name), await make(name)];
    expect((await send(name, one, `${name} other`)).status).toBe(201);
    const before = await digest();
    expect(await send(name, other, `${name} other`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(changedBetween(before, await digest())).toEqual([]);
  });

  test('X02 writes once when eight arrive at the same moment', async () => {
    const made = await make(name);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(name, made, `${name} eight`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => (body.data as { _id: string })._id)).size).toBe(1);
    const [sql, value] =
      name === 'POST Task'
        ? ['select from task where title = $1', (made.body as { title: string }).title]
        : ['select from file where task_id = $1', made.path?.split('/')[1]];
    expect((await owner.query(sql as string, [value])).rowCount).toBe(1);
  });

  test('leaves no trace of a call that failed', async () => {
    const made = await make(name);
    const failed = await send(name, { ...made, body: { ...(made.body as object), ...wrong } }, `${name} failed`);
    expect(failed.status).toBe(422);
    expect((await send(name, made, `${name} failed`)).status).toBe(201);
  });
});

test('a key has 1 to 200 printable characters', async () => {
  for (const [key, status] of [
    ['', 422],
    ['x'.repeat(201), 422],
    ['tab\there', 422],
    ['x'.repeat(200), 201],
  ] as const)
    expect([key, (await send('POST Task', await make('POST Task'), key)).status]).toEqual([key, status]);
});

test('a key is its sender’s own', async () => {
  const made = { body: { name: 'Shared key', type: 'web_application' } };
  const [one, other] = [
    await send('POST project', made, 'mine', 'acme.leader'),
    await send('POST project', made, 'mine', 'acme.admin'),
  ];
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((one.body.data as { _id: string })._id).not.toBe((other.body.data as { _id: string })._id);
});

test('X05 of eight edits of one version at the same moment one wins, the others get what is there now', async () => {
  const token = await bearer('acme.leader');
  const edits: ((at: number) => ReturnType<typeof call>)[] = [
    (at) => call('PATCH', 'task/WEB-4', { token, body: { version: 1, title: `Edit ${at}` } }),
    (at) =>
      call('PUT', 'projectEdit', {
        token,
        body: { project_id: fixtureId('acme.WEB'), version: 1, name: `Edit ${at}` },
      }),
  ];
  for (const edit of edits) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => edit(at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const won = answers.find(({ status }) => status === 200)?.body.data as { version: number };
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({ code: 'conflict', current: { version: 2 } });
    expect(won.version).toBe(2);
  }
});
