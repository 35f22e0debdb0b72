import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { OTHER_FORMS } from '@/lib/sign-up/endpoints.examples';
import { strayFields } from '@/lib/test/payloads';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
  await owner.query('delete from outbox');
});
afterAll(() => owner.end());

type Queued = { channel: string; event: string; data: unknown }[];

test('P07 P08 whatever is called, what open pages are told of it are ids and versions, in less than 10 kB', async () => {
  for (const [name, { seat, make }] of [...Object.entries(EXAMPLES), ...OTHER_FORMS]) {
    const endpoint = table.find(({ method, path }) => `${method} ${path}` === name);
    if (!endpoint || endpoint.method === 'GET') continue;
    const { path = endpoint.path, ...rest } = await make(owner);
    await call(endpoint.method, path, { ...rest, token: seat === 'anonymous' ? null : await bearer(seat) });
  }
  const { rows } = await owner.query<{ payload: Queued }>(`select payload from outbox where kind = 'realtime'`);
  const said = rows.flatMap(({ payload }) => payload);
  expect(new Set(said.map(({ event }) => event)).size).toBeGreaterThan(15);
  expect(said.flatMap(({ event, data }) => strayFields(data).map((stray) => `${event} ${stray}`))).toEqual([]);
  expect(
    said.filter(({ channel }) => !/^private-(?:org|project|user)-[0-9a-f-]{36}(?:-client)?$/.test(channel)),
  ).toEqual([]);
  expect(Math.max(...said.map((one) => Buffer.byteLength(JSON.stringify(one))))).toBeLessThan(10_240);
});
