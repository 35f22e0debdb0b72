import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pictureFile } from '@/lib/account/endpoints.examples';
import { callApi } from '@/lib/api/call';
import { table as endpoints } from '@/lib/api/table';
import { env } from '@/lib/env';
import type { JobRecord } from '@/lib/job/schema';
import { IdMap } from '@/lib/organisation-archive/ids';
import type { LatestImport } from '@/lib/organisation-archive/schema';
import { LEFT_OUT } from '@/lib/organisation-archive/vocabulary';
import { storageAt } from '@/lib/storage/storage';
import { archiveFile, archiveParts, contentsOf, type Part, zipOf } from '@/lib/test/archives';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';
import { spareOrganisation } from '@/lib/test/spare-organisation';
import { allOr, manyOr } from '@/lib/test/whole';
import { call, requestOf } from '@/lib/test/wire';
import { newId } from '@/lib/validation';
import { loadDemo } from '@/scripts/seed/demo';
import { seedId } from '@/scripts/seed/rows';

/** The whole organisation: exported, imported beside itself, and exported again. */

const folder = mkdtempSync(join(tmpdir(), 'guildhall-archive-'));
const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000', DATA_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is tried again is a fault of the program here, and no time is lost over it. */
const ended = async (token: string, id: string): Promise<JobRecord> => {
  const now = async () => (await call('GET', `job/${id}`, { token })).body.data as JobRecord;
  const stands = async () => {
    const { state, problem } = await now();
    return problem === null || state === 'failed' ? state : `${state}: ${problem}`;
  };
  await vi.waitFor(async () => expect(await stands()).toMatch(/done|failed|:/), { timeout: 120_000, interval: 100 });
  return now();
};
const fetched = (token: string, id: string, headers: Record<string, string> = {}) =>
  callApi(endpoints, requestOf('GET', `jobFile/${id}`, { token, headers }), `jobFile/${id}`);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function exported(token: string) {
  const answer = await call('POST', 'exportOrganisation', { token, body: {} });
  expect(answer.status).toBe(202);
  const { _id } = answer.body.data as JobRecord;
  expect(await ended(token, _id)).toMatchObject({ state: 'done', kind: 'organisation.export' });
  const bytes = await bytesOf(await fetched(token, _id));
  return { id: _id, bytes, contents: await contentsOf(bytes) };
}

async function imported(token: string, file: File) {
  const answer = await call('POST', 'importOrganisation', { token, body: { file } });
  if (answer.status !== 202)
    return { status: answer.status, message: answer.body.errors?.file?.[0] ?? answer.body.message };
  const job = await ended(token, (answer.body.data as JobRecord)._id);
  const { latest } = (await call('GET', 'organisationImport', { token })).body.data as LatestImport;
  return { status: 202, job, latest };
}

const rowsOf = (contents: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  (contents.get(`tables/${table}.jsonl`)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const tablesOf = (contents: Map<string, Buffer>) =>
  [...contents.keys()].flatMap((name) => /^tables\/(\w+)\.jsonl$/.exec(name)?.[1] ?? []);
const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort();

describe('the organisation of the demo', () => {
  const admin = seedId('acme.admin');
  let token = '';
  let first: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    await owner.query('truncate organisation, person, category cascade');
    await loadDemo(owner, storageAt({ dataDir: env.dataDir }));
    token = await openBearer(admin);
    for (const body of [{ file: await pictureFile() }, { file: await pictureFile(), project_id: seedId('acme WEB') }])
      await call('POST', 'project_id' in body ? 'projectPicture' : 'organisationLogo', { token, body });
    first = await exported(token);
  });

  test('leaves with every table but those that have a reason to stay, and without what lets anybody in or is theirs alone', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    expect(tablesOf(first.contents).concat(Object.keys(LEFT_OUT)).sort()).toEqual(rows.map(({ name }) => name).sort());
    const all = [...first.contents]
      .filter(([name]) => name.startsWith('tables/'))
      .map(([, text]) => text.toString())
      .join('');
    expect(all).not.toMatch(/argon2|password_hash|token_hash|storage_key|_html"/);
    const { rows: secret } = await owner.query<{ body: string }>(
      `select m.body from message m join room r on r.id = m.room_id where m.org_id = $1 and r.kind in ('direct', 'group')`,
      [seedId('acme')],
    );
    expect(secret.length).toBeGreaterThan(0);
    for (const { body } of secret) expect(all).not.toContain(JSON.stringify(body));
    expect(first.contents.get('schema.json')?.toString()).toContain('guildhall-organisation');
  });

  test('is the same bytes in any parts, and nobody else’s to fetch', async () => {
    const { id, bytes } = first;
    const middle = Math.floor(bytes.length / 3);
    const one = await fetched(token, id, { range: `bytes=0-${middle - 1}` });
    expect(one.status).toBe(206);
    const etag = one.headers.get('etag') ?? '';
    const two = await fetched(token, id, { range: `bytes=${middle}-`, 'if-range': etag });
    expect(Buffer.concat([await bytesOf(one), await bytesOf(two)]).equals(bytes)).toBe(true);
    for (const seat of ['subadmin', 'leader']) {
      const other = await openBearer(seedId(`acme.${seat}`));
      expect((await fetched(other, id)).status).toBe(404);
      expect((await call('POST', 'exportOrganisation', { token: other, body: {} })).status).toBe(403);
    }
  });

  test('comes as an equal one beside itself, again and again, and says what it lacks', async () => {
    const source = seedId('acme');
    for (let time = 0; time < manyOr(2, 1); time++) {
      const target = await spareOrganisation();
      const { job, latest } = await imported(target.token, new File([new Uint8Array(first.bytes)], 'acme.zip'));
      expect(job).toMatchObject({ state: 'done' });
      expect(latest).toMatchObject({
        problem: null,
        lacks: expect.arrayContaining([expect.stringContaining('Direct messages')]),
      });
      expect(latest?.lacks).toHaveLength(4);
      const again = await exported(target.token);
      const { rows } = await owner.query('select mask, known from organisation_import where org_id = $1', [target.id]);
      const ids = new IdMap(rows[0].mask, new Map(Object.entries(rows[0].known)));
      const different: Record<string, { lost: string[]; more: string[] }> = {};
      for (const table of tablesOf(first.contents)) {
        // When its bytes came is this installation's.
        const compared = (row: Record<string, unknown>) =>
          table === 'file_content' ? { ...row, created_at: null } : row;
        const wanted = sorted(
          rowsOf(first.contents, table).map((row) =>
            Object.fromEntries(Object.entries(compared(row)).map(([name, value]) => [name, ids.value(value, name)])),
          ),
        );
        const found = sorted(rowsOf(again.contents, table).map(compared));
        const lost = wanted.filter((row) => !found.includes(row));
        // Who imports was here before, and what they did is told and kept too.
        const grows = ['audit', 'member', 'notification', 'room_reading'].includes(table);
        const more = grows ? [] : found.filter((row) => !wanted.includes(row));
        if (lost.length || more.length || (!grows && found.length !== wanted.length))
          different[table] = { lost: lost.slice(0, 2), more: more.slice(0, 2) };
      }
      expect(different).toEqual({});
      const pictures = ({ contents }: { contents: Map<string, Buffer> }) =>
        [...contents.keys()].filter((name) => name.startsWith('pictures/'));
      expect(pictures(first)).toHaveLength(2);
      expect(pictures(again)).toEqual(pictures(first).map((name) => ids.text(name, 'file')));
      for (const [name, bytes] of first.contents)
        if (name.startsWith('files/'))
          expect(again.contents.get(`files/${ids.id(name.slice(6))}`)?.equals(bytes), name).toBe(true);
      const kept = async (org: string) =>
        (
          await owner.query(
            `select (select json_agg(t order by t) from (select kind || ' ' || coalesce(title, '') || ' ' || words::text as t from search_entry
                where org_id = $1 and kind <> 'person' and not exists (select from file f join message m on m.id = f.message_id join room r on r.id = m.room_id
                    where f.id = search_entry.id and r.kind in ('direct', 'group'))) s) as search,
              (select used_bytes from storage_use where org_id = $1) as bytes,
              (select count(*)::int from rule_cause where org_id = $1) as causes,
              (select count(*)::int from job where org_id = $1 and kind = 'mail') as mails`,
            [org],
          )
        ).rows[0];
      const [here, there] = [await kept(source), await kept(target.id)];
      expect(there.search).toEqual(here.search);
      const bytes = rowsOf(first.contents, 'file_version').reduce((sum, { size }) => sum + Number(size), 0);
      expect({ bytes: Number(there.bytes), causes: there.causes, mails: there.mails }).toEqual({
        bytes,
        causes: 0,
        mails: 0,
      });
      const seats = await owner.query(
        `select count(*)::int as n from member where org_id = $1 and person_id is not null`,
        [target.id],
      );
      expect(seats.rows).toEqual([{ n: 1 }]);
      expect((await imported(target.token, archiveFile(archiveParts()))).status).toBe(409);
    }
  });

  test('the password is asked for where somebody signed in long ago; the other admins are told, and the log keeps it', async () => {
    await owner.query(`update session set created_at = now() - interval '1 hour' where member_id = $1`, [admin]);
    for (const body of [{}, { current_password: 'wrong' }])
      expect(await call('POST', 'exportOrganisation', { token, body })).toMatchObject({
        status: 422,
        body: { errors: { current_password: [expect.any(String)] } },
      });
    const { rows } = await owner.query(
      `select action from audit where org_id = $1 and action = 'organisation.exported'`,
      [seedId('acme')],
    );
    expect(rows).toHaveLength(1);
  });
});

const TASK = {
  id: newId(),
  project_id: newId(),
  number: 1,
  title: 'Paint',
  status: 1,
  rank: 'a0',
  audience: 'internal',
  priority: 'none',
};
const PROJECT = {
  id: TASK.project_id,
  key: 'WEB',
  name: 'Website',
  type: 'web_application',
  status: 'active',
  tint: 'c1',
};
const good = () => archiveParts({ project: [PROJECT], task: [TASK] });
const without = (name: string) => good().filter((part) => part.name !== name);
const also = (...parts: Part[]) => [...good(), ...parts];
const bomb = { name: 'tables/comment.jsonl', content: Buffer.alloc(40 * 2 ** 20) };

describe('an archive that is none, or made to do harm', () => {
  test.each<[string, Part[] | Buffer, RegExp]>([
    ['no archive', Buffer.from('PK, or so it says'), /no ZIP archive/],
    ['one without its end', zipOf(good()).subarray(0, -30), /no ZIP archive/],
    ['one without its schema', without('schema.json'), /has no schema\.json/],
    ['one without its manifest', without('manifest.json'), /has no manifest\.json/],
    ['a file that wants out', also({ name: '../../etc/passwd', content: 'x' }), /does not belong/],
    ['a file by an absolute path', also({ name: '/tables/task.jsonl', content: 'x' }), /does not belong/],
    ['two entries of one name', also({ name: 'tables/task.jsonl', content: '' }), /there twice/],
    ['entries that overlap', also({ name: 'tables/comment.jsonl', content: '{}', change: { begins: 0 } }), /overlap/],
    ['one that unpacks to far more', also(bomb), /far more than it holds/],
    ['one of a later version', archiveParts({}, { version: 99 }), /newer version/],
    [
      'a schema that is none',
      [
        { name: 'schema.json', content: '[]' },
        { name: 'manifest.json', content: '{}' },
      ],
      /schema\.json says something else/,
    ],
    [
      'a schema that is no JSON',
      [
        { name: 'schema.json', content: '{' },
        { name: 'manifest.json', content: '{}' },
      ],
      /no JSON/,
    ],
  ])('is refused at once: %s', async (_, parts, words) => {
    const { token } = await spareOrganisation();
    const file = Buffer.isBuffer(parts) ? new File([new Uint8Array(parts)], 'a.zip') : archiveFile(parts);
    const answer = await imported(token, file);
    expect(answer.status).toBe(422);
    expect(answer.message).toMatch(words);
  });

  const withTask = (change: object) => archiveParts({ project: [PROJECT], task: [{ ...TASK, ...change }] });
  const withLine = (line: string): Part[] => [
    ...without('tables/task.jsonl'),
    { name: 'tables/task.jsonl', content: line },
  ];
  const FAULTS: [string, Part[], RegExp][] = [
    ['a line that is no JSON', withLine('{"id": \n'), /Line 1 of “tables\/task\.jsonl” is no record of JSON/],
    ['a line that is no record', withLine('[1]\n'), /no record of JSON/],
    ['a row of another organisation', withTask({ org_id: newId() }), /of another organisation/],
    ['a value that is not allowed', withTask({ status: 9 }), /Line 1 of “task” cannot be stored: task_status_check/],
    [
      'a person who could not be here',
      archiveParts({
        member: [{ id: newId(), name: 'See https://evil.example', email: 'a@b.test', role: 'user', approval: 1 }],
      }),
      /Line 1 of “member”/,
    ],
    ['a value of another kind', withTask({ number: 'many' }), /cannot be stored/],
    [
      'bytes that are not what the directory says',
      [...without('tables/task.jsonl'), { name: 'tables/task.jsonl', content: '', change: { crc: 1 } }],
      /“tables\/task\.jsonl” is damaged/,
    ],
    ['a row without what it needs', withTask({ title: null }), /cannot be stored/],
  ];
  test.each(allOr(FAULTS, (_, at) => at % 3 === 0))('leaves nothing behind: %s', async (_, parts, words) => {
    const target = await spareOrganisation();
    const count = async () =>
      (
        await owner.query(
          `select (select count(*)::int from project where org_id = $1) as projects, (select count(*)::int from member where org_id = $1) as members,
                  (select count(*)::int from room where org_id = $1) as rooms, (select name from organisation where id = $1) as name`,
          [target.id],
        )
      ).rows[0];
    const before = await count();
    const { job, latest } = await imported(target.token, archiveFile(parts));
    expect(job).toMatchObject({ state: 'failed', problem: expect.stringMatching(/^Nothing was imported/) });
    expect(latest?.problem).toMatch(words);
    expect(await count()).toEqual(before);
    // It may be tried again, with a better one.
    expect(await imported(target.token, archiveFile(good()))).toMatchObject({ job: { state: 'done' } });
  });

  test('a row that belongs to something that is not there is left out, and that is said; unknown parts too', async () => {
    const target = await spareOrganisation();
    const lost = { ...TASK, id: newId(), number: 2, project_id: newId() };
    const parts = archiveParts({ project: [PROJECT], task: [TASK, lost], holograms: [{ id: newId() }] });
    const { latest } = await imported(target.token, archiveFile(parts));
    expect(latest).toMatchObject({ problem: null, counts: { task: 1, project: 1 } });
    expect(latest?.lacks).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Line 2 of “task” was left out/),
        expect.stringMatching(/“holograms” is not known here/),
      ]),
    );
    const { rows } = await owner.query('select name, tint, time_zone from organisation where id = $1', [target.id]);
    expect(rows).toEqual([{ name: 'Acme', tint: 'c2', time_zone: 'Europe/Berlin' }]);
  });
});
