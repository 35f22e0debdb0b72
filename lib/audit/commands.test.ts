import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

/** The audit log as a file (G02, D01, V10): what a spreadsheet opens safely, however long, and never unnoticed. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const acme = (name: string) => fixtureId(`acme.${name}`);
const write = (action: string, target: string | null, after: object | null = null, userAgent: string | null = null) =>
  owner.query(
    `insert into audit (org_id, id, actor_id, action, target, after, user_agent) values ($1, $2, $3, $4, $5, $6, $7)`,
    [fixtureId('acme'), newId(), acme('admin'), action, target, after, userAgent],
  );
const save = async (seat: string, body: object) => call('POST', 'exportAuditLog', { token: await bearer(seat), body });
const textOf = async (seat: string, body: object) => (await save(seat, body)).body.data as string;
const exports = async () =>
  (await owner.query(`select actor_id, after, ip, user_agent from audit where action = 'audit.exported'`)).rows;

beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => {
  process.env.RATE_LIMIT_FACTOR = '1000';
});

describe('V10 no cell of the file is a formula', () => {
  const PAYLOADS = [
    '=HYPERLINK("http://evil.test","x")',
    '+cmd|calc!A1',
    '-2+3',
    '@SUM(1,1)',
    '\tTAB',
    '\rCR',
    '\u0000=1',
    ' =1+1',
    '＝1+1',
  ];

  test.each(PAYLOADS)('%j, wherever it stands', async (payload) => {
    const stored = payload.replaceAll('\u0000', '');
    await write('member.edit', stored, { [stored]: stored }, stored);
    await write(`x${stored}`.slice(0, 80), stored);
    await owner.query('update member set name = $1 where id = $2', [stored.trim() || 'x', acme('user2')]);
    await write('member.role', acme('user2'), { role: stored });
    const text = await textOf('acme.admin', { format: 'csv' });
    // Cells as a spreadsheet takes them apart.
    const cells = text
      .split('\r\n')
      .flatMap((line) => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [])
      .map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
    expect(cells.some((cell) => cell.includes(stored.trim()))).toBe(true);
    expect(cells.filter((cell) => /^[\s"]*[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
  });
});

test('the JSON has the records of the list, with the filters that made it', async () => {
  await write('invitation.send', 'json@new.test', { role: 'user' });
  const file = JSON.parse(await textOf('acme.observer', { format: 'json', group: 'invitations' }));
  expect(file).toMatchObject({ exported_at: expect.any(String), filters: { group: 'invitations' } });
  expect(file.lines).toEqual(
    (await call('GET', 'auditLog', { token: await bearer('acme.observer'), query: { group: 'invitations' } })).body
      .docs,
  );
  expect(file.lines[0]).toMatchObject({ says: 'admin of acme invited json@new.test as User' });
});

test('nothing found is a file too', async () => {
  expect(JSON.parse(await textOf('acme.admin', { format: 'json', q: 'nobody at all' })).lines).toEqual([]);
  expect((await textOf('acme.admin', { q: 'nobody at all' })).trim().split('\r\n')).toHaveLength(1);
});

test('G02 that somebody exported is a line, with what they asked for', async () => {
  const before = (await exports()).length;
  await save('acme.observer', { format: 'json', group: 'people' });
  await save('acme.user', {});
  const lines = await exports();
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)).toMatchObject({ actor_id: acme('observer'), after: { format: 'json', group: 'people' } });
});

test('a sub-admin’s file has nothing of how admins enter', async () => {
  await write('sign_in', 'admin@acme.test');
  expect(await textOf('acme.admin', { group: 'entering' })).toContain(',admin of acme signed in');
  expect(await textOf('acme.subadmin', { group: 'entering' })).not.toContain(',admin of acme signed in');
});

describe('of thousands of lines', () => {
  beforeAll(async () => {
    await owner.query(
      `insert into audit (org_id, id, actor_id, action, target, created_at)
       select $1, gen_random_uuid(), $2, 'task.delete', 'long' || n, now() - make_interval(mins => n % 40)
         from generate_series(1, 4321) n`,
      [fixtureId('acme'), acme('lead2')],
    );
  });

  test('each is there once, in order', async () => {
    const { lines } = JSON.parse(await textOf('acme.admin', { format: 'json', group: 'work' })) as {
      lines: { _id: string; created_at: string }[];
    };
    expect(lines).toHaveLength(4321);
    expect(new Set(lines.map(({ _id }) => _id)).size).toBe(4321);
    const times = lines.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('who loses the right on the way gets no more', async () => {
    const token = await bearer('acme.subadmin');
    const { callApi } = await import('@/lib/api/call');
    const { table } = await import('@/lib/api/table');
    const request = new Request('http://localhost:3000/api/exportAuditLog', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"group":"work"}',
    });
    const answer = await callApi(table, request, 'exportAuditLog');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    // The byte order mark, by which a spreadsheet knows the encoding.
    expect([...((await reader.read()).value ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    await owner.query(`update member set role = 'user' where id = $1`, [acme('subadmin')]);
    const rest = async () => {
      let size = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.byteLength;
      return size;
    };
    await expect(rest()).rejects.toThrow(/cannot read the audit log/);
    await owner.query(`update member set role = 'subadmin' where id = $1`, [acme('subadmin')]);
  });
});

test('D01 ten a minute for one person, and the next is told when', async () => {
  process.env.RATE_LIMIT_FACTOR = '1';
  await owner.query('delete from rate_limit');
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn++) statuses.push((await save('acme.admin', { q: 'nobody' })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  const refused = await save('acme.admin', {});
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await save('acme.observer', { q: 'nobody' })).status).toBe(200);
});
