import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { table } from '@/lib/api/table';
import type { Endpoint } from '@/lib/contract/endpoint';
import { deliverBy } from '@/lib/outbox';
import { OTHER_FORMS } from '@/lib/sign-up/endpoints.examples';
import { fixtureId } from '@/lib/test/fixtures';
import { INTERNAL, PLAIN, plant, removeInternal } from '@/lib/test/internal-rows';
import { ownerClient } from '@/lib/test/owner';
import { strayFields } from '@/lib/test/payloads';
import { openBearer } from '@/lib/test/session';
import { nameOf } from '@/lib/test/sweep-expectations';
import { manyOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/**
 * A world in which everything was done once, by whoever may: what open pages were told of it, and what a client reads.
 *
 * Every call that reads, as a client, in a world in which all that is internal says one word. No answer has it, and all
 * answers are the same when nothing internal is there any more: no count, gap, order or page speaks of it.
 */

const WORD = 'quokkafold';
const WEB = fixtureId('acme.WEB');
/** Ids that are asked for, of each kind of row. */
const IDS = manyOr(8, 2);
/** Choices that are tried, of each field that has some. */
const CHOICES = manyOr(100, 1);

type Sent = { endpoint: Endpoint; path: string; query: Record<string, string> };
const owner = ownerClient({ RATE_LIMIT_FACTOR: '10000' });
const reads = table.filter(({ method, permission }) => method === 'GET' && permission !== 'anonymous');
const nameOfCall = ({ path, query }: Sent) => `GET ${path}?${new URLSearchParams(query)}`;

type Queued = { channel: string; event: string; data: unknown }[];
let queued: Queued;
let sent: Sent[];
let client: string;
let deliverer: ReturnType<typeof deliverBy>;
const said = new Map<string, { status: number; text: string }>();

/** Of an archive its parts: what lies between them has the time in it. */
const partsOf = (archive: string) => archive.split('<?xml').map((part) => part.split('PK')[0]);

/** Without what differs from one call to the next. */
const settled = (body: unknown) =>
  JSON.stringify(body, (key, value) => {
    if (key === 'request_id') return undefined;
    return typeof value === 'string' && value.startsWith('PK') ? partsOf(value) : value;
  })
    // A record that is kept says of when it is.
    .replace(/Record made [^<]*<span class=\\"meta\\">[^<]*/, 'Record made')
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'then');

async function ask(one: Sent, token: string) {
  const { status, body } = await call('GET', one.path, { query: one.query, token });
  return { status, text: settled(body) };
}

/** What the query of an endpoint may hold, by name: values of a choice, otherwise none. */
function fieldsOf({ input }: Endpoint): Record<string, readonly string[]> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: unknown[]; anyOf?: { enum?: unknown[] }[] }>;
  };
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      [...(field.enum ?? []), ...(field.anyOf ?? []).flatMap((one) => one.enum ?? [])].map(String),
    ]),
  );
}

/** The example’s call, with as little as it takes, with every choice, with the word where words are sought, and of WEB. */
function waysOf(endpoint: Endpoint, path: string, given: Record<string, string>): Sent[] {
  const accepts = (query: Record<string, string>) => {
    const inPath = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, WEB]));
    return endpoint.input.safeParse({ ...inPath, ...query }).success;
  };
  let least = given;
  for (const name of Object.keys(given)) {
    const { [name]: _, ...without } = least;
    if (accepts(without)) least = without;
  }
  const ways = [given, least];
  for (const [name, choices] of Object.entries(fieldsOf(endpoint))) {
    const values = { q: [WORD, WORD.slice(0, 5)], filter: [`text:${WORD}`], limit: ['200'], project_id: [WEB] }[name];
    for (const value of [...(values ?? []), ...choices.slice(-CHOICES)]) ways.push({ ...least, [name]: value });
  }
  return ways.filter((query, at) => at === 0 || accepts(query)).map((query) => ({ endpoint, path, query }));
}

/** Ids of Acme’s rows of the same kind as `id`, hidden and shared ones. */
async function likeIt(id: string, tables: readonly string[]): Promise<string[]> {
  const looks = tables.map((name) => `select '${name}' as name from "${name}" where id = $1`);
  const { rows } = await owner.query<{ name: string }>(looks.join(' union all '), [id]);
  const [found] = rows;
  if (!found) return [id];
  const { rows: like } = await owner.query<{ id: string }>(
    `select id from "${found.name}" where org_id = $1 order by (id = $2) desc, md5(id::text) limit ${IDS}`,
    [fixtureId('acme'), id],
  );
  return like.map((row) => row.id);
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

beforeAll(async () => {
  deliverer = deliverBy(undefined);
  await owner.query('delete from outbox');
  for (const [name, { seat, make }] of [...Object.entries(EXAMPLES), ...OTHER_FORMS]) {
    const endpoint = table.find(({ method, path }) => `${method} ${path}` === name);
    if (!endpoint || endpoint.method === 'GET') continue;
    const { path = endpoint.path, ...rest } = await make(owner);
    await call(endpoint.method, path, { ...rest, token: seat === 'anonymous' ? null : await bearer(seat) });
  }
  queued = (await owner.query<{ payload: Queued }>(`select payload from outbox where kind = 'realtime'`)).rows.flatMap(
    ({ payload }) => payload,
  );
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('id', 'org_id') and data_type = 'uuid' group by 1 having count(*) = 2`,
  );
  const made: [Endpoint, string, Record<string, string>][] = [];
  for (const endpoint of reads) {
    const { path = endpoint.path, query = {} } = (await EXAMPLES[nameOf(endpoint)]?.make(owner)) ?? {};
    made.push([endpoint, path, query as Record<string, string>]);
  }
  await plant(owner, WORD);
  client = await openBearer(fixtureId('acme.client'));
  // However long both readings take: who is there stays there, and the client was seen before the first.
  await owner.query(`update presence set seen_at = now() + interval '1 day'`);
  await owner.query('update member set last_seen_at = now() where id = $1', [fixtureId('acme.client')]);
  sent = [];
  for (const [endpoint, path, query] of made) {
    const ways = waysOf(endpoint, path, query);
    const [id] = path.match(ID) ?? Object.values(query).join(' ').match(ID) ?? [];
    const ids =
      id && id !== WEB
        ? await likeIt(
            id,
            rows.map(({ name }) => name),
          )
        : [];
    const swap = (text: string, other: string) => text.replace(id as string, other);
    const others = ids.map((other) => ({
      endpoint,
      path: swap(path, other),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, swap(value, other)])),
    }));
    sent.push(...new Map([...ways, ...others].map((one) => [nameOfCall(one), one])).values());
  }
});
afterAll(async () => {
  deliverBy(deliverer);
});

test('P07 P08 whatever is called, what open pages are told of it are ids and versions, in less than 10 kB', () => {
  expect(new Set(queued.map(({ event }) => event)).size).toBeGreaterThan(15);
  expect(queued.flatMap(({ event, data }) => strayFields(data).map((stray) => `${event} ${stray}`))).toEqual([]);
  expect(
    queued.filter(({ channel }) => !/^private-(?:org|project|user)-[0-9a-f-]{36}(?:-client)?$/.test(channel)),
  ).toEqual([]);
  expect(Math.max(...queued.map((one) => Buffer.byteLength(JSON.stringify(one))))).toBeLessThan(10_240);
});

test('of every table with texts it is said what of it is internal', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'ARRAY') order by 1`,
  );
  const known = [...Object.keys(INTERNAL), ...Object.values(PLAIN).flat()];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

/** Where two answers begin to differ. */
function difference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at] && at < one.length) at++;
  const part = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return `\n  before ${part(one)}\n  after  ${part(other)}`;
}

describe('a client', () => {
  test('reads the word nowhere, whatever it asks for; the team reads it', async () => {
    const told: string[] = [];
    for (const one of sent) {
      const answer = await ask(one, client);
      said.set(nameOfCall(one), answer);
      const at = answer.text.indexOf(WORD);
      if (at >= 0) told.push(`${nameOfCall(one)}: ${answer.text.slice(Math.max(0, at - 200), at + 50)}`);
    }
    expect(told).toEqual([]);
    expect([...said.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    const admin = await openBearer(fixtureId('acme.admin'));
    const tell = new Set<Endpoint>();
    for (const one of sent)
      if (tell.size <= 30 && !tell.has(one.endpoint) && (await ask(one, admin)).text.includes(WORD))
        tell.add(one.endpoint);
    expect(tell.size).toBeGreaterThan(30);
  });

  test('is answered the same when nothing internal is there', async () => {
    await removeInternal(owner);
    const others: string[] = [];
    for (const one of sent) {
      const name = nameOfCall(one);
      const [before, now] = [said.get(name)?.text ?? '', (await ask(one, client)).text];
      if (before !== now) others.push(`${name}${difference(before, now)}`);
    }
    expect(others).toEqual([]);
  });
});
