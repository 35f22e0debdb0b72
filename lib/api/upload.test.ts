import { createHash } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from '@/lib/api/call';
import { resumableRoute } from '@/lib/api/resumable';
import { create, defineEndpoints, endpointsOf, type StoredFile } from '@/lib/contract/endpoint';
import { currentDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, notFound } from '@/lib/errors';
import { storage } from '@/lib/file/bytes/store';
import { storedFile } from '@/lib/file/schema.bytes';
import { PIECE_BYTES } from '@/lib/file/vocabulary.pieces';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';

/** A form whose file may have any size, before any command: what is kept, and what is left of what was not. */

const MB = 1 << 20;
const MOST = 3 * MB;
let accepted: Record<string, unknown>[] = [];
let deadlines: unknown[] = [];
let outcome: (file: StoredFile) => void = () => {};

const table = endpointsOf(
  defineEndpoints({
    'POST keep/{id}': create(
      z.strictObject({
        id: z.string(),
        file: storedFile,
        note: z.string().optional(),
      }),
      z.unknown(),
      'task.create',
      async (_ctx, { file, note }) => {
        outcome(file);
        deadlines.push(currentDeadline()?.kind);
        return { ...file, note };
      },
      'For tests.',
      {
        multipart: 'or JSON',
        async accepts(_ctx, fields) {
          accepted.push(fields);
          deadlines.push(currentDeadline()?.kind);
          if (fields.note === 'nowhere') throw notFound('The folder');
          return { most: MOST, left: MOST };
        },
      },
    ),
  }),
);

beforeEach(() => {
  accepted = [];
  outcome = (file) => {
    file.kept = true;
  };
});

type Part = [field: string, value: string | Uint8Array, name?: string];
const BOUNDARY = 'xyz';
const part = ([field, value, name]: Part) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n\r\n`,
    ),
    Buffer.from(value as Uint8Array),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Part[]) => Buffer.concat([...parts.map(part), Buffer.from(`--${BOUNDARY}--\r\n`)]);

async function send(
  body: Uint8Array | ReadableStream<Uint8Array> | string,
  { seat = 'acme.user', type = `multipart/form-data; boundary=${BOUNDARY}`, ...more }: Record<string, string> = {},
) {
  const request = new Request('http://localhost:3000/api/keep/one', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await bearer(seat)}`, 'Content-Type': type, ...more },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit);
  const answer = await callApi(table, request, 'keep/one');
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage().list()) keys.push(key);
  return keys;
}
const incoming = () => readdir(join(env.dataDir, 'files', '.incoming')).catch(() => []);
async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await stored();
  await work();
  expect(await stored()).toEqual(before);
  // A broken stream is told of before its file is closed and removed.
  await expect.poll(incoming).toEqual([]);
}
async function textOf(key: string) {
  return new Response(await storage().get(key)).text();
}

describe('a large form', () => {
  test('is stored as it came, whatever the order of its fields', async () => {
    const file: Part = ['file', 'content', 'plan.txt'];
    for (const parts of [
      [['note', 'before'], file],
      [file, ['note', 'after']],
    ] as Part[][]) {
      const { status, body } = await send(form(...parts));
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.data).toMatchObject({ name: 'plan.txt', type: 'text/plain', size: 7 });
      expect(await textOf(body.data.storageKey)).toBe('content');
    }
    expect(accepted).toEqual([{ id: 'one', note: 'before' }, { id: 'one' }]);
    expect(await incoming()).toEqual([]);
  });

  test.each([
    ['filename="a %22b%22.txt"', 'a "b".txt'],
    ['filename="a \\"b\\" C:\\dir\\Grün.txt"', 'Grün.txt'],
    [Buffer.from('filename="Grün.txt"', 'latin1'), 'Grün.txt'],
    ['filename=plain.txt', 'plain.txt'],
    [`filename="_.txt"; filename*=UTF-8''%E2%82%AC%20%3Brates.txt`, '€ ;rates.txt'],
    [`filename*=iso-8859-1'en'na%EFve.txt; filename="naive.txt"`, 'naïve.txt'],
    [`filename*=UTF-8''na%EFve.txt; filename="naive.txt"`, 'naive.txt'],
  ])('takes the name %j', async (sent, name) => {
    const [head, end] = [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; `, '\r\n\r\nx\r\n'];
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.from(sent as string),
      Buffer.from(`${end}--${BOUNDARY}--\r\n`),
    ]);
    expect((await send(body)).body.data.name).toBe(name);
  });

  test('whose text is not UTF-8 is refused in words', async () => {
    const note = Buffer.from([0x47, 0x72, 0xfc, 0x6e]);
    expect((await send(form(['note', note], ['file', 'x', 'x']))).body).toMatchObject({
      status: 400,
      message: 'The form is not valid UTF-8.',
    });
  });

  test('is read in pieces, cut anywhere', async () => {
    const whole = form(['file', 'a'.repeat(500), 'ü文.txt'], ['note', 'n']);
    for (const size of [1, 7, 64]) {
      let at = 0;
      const body = new ReadableStream({
        pull(pieces) {
          if (at >= whole.length) return pieces.close();
          pieces.enqueue(new Uint8Array(whole.subarray(at, at + size)));
          at += size;
        },
      });
      const answer = await send(body);
      expect(answer.body.data).toMatchObject({ name: 'ü文.txt', size: 500, note: 'n' });
    }
  });

  test('may take longer than any other call: its time begins when its file is there', async () => {
    deadlines = [];
    await send(form(['file', 'slow', 'slow.txt']));
    expect(deadlines).toEqual([undefined, 'write']);
  });

  test('that is refused before its file is read leaves nothing', async () => {
    await leavesNothing(async () => {
      expect((await send(form(['note', 'nowhere'], ['file', 'x', 'x']))).status).toBe(404);
      expect((await send(form(['file', 'x', 'x']), { seat: 'acme.client' })).status).toBe(403);
      expect((await send(form(['note', 'x'.repeat(70_000)], ['file', 'x', 'x']))).status).toBe(422);
    });
  });

  test('that the command refuses, or that it does not need, leaves nothing', async () => {
    await leavesNothing(async () => {
      outcome = () => {
        throw new DomainError('full', 'No.');
      };
      expect((await send(form(['file', 'x', 'x']))).status).toBe(507);
      expect((await send(form(['file', 'x', 'x'], ['surprise', '1']))).status).toBe(422);
      expect((await send(form(['surprise', '1'], ['file', 'x', 'x']))).status).toBe(422);
      outcome = () => {};
      expect((await send(form(['file', 'x', 'x']))).status).toBe(201);
    });
  });

  test('F09 the same key twice is one, and the second bytes go', async () => {
    const key = { 'Idempotency-Key': 'the-same' };
    const first = await send(form(['file', 'x', 'x.txt']), key);
    await leavesNothing(async () => {
      const again = await send(form(['file', 'x', 'x.txt']), key);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await send(form(['file', 'y', 'x.txt']), key)).status).toBe(409);
    });
  });

  test('F06 is cut at its limit, whatever it says of its length', async () => {
    const large = form(['file', Buffer.alloc(MOST + 1), 'large']);
    await leavesNothing(async () => {
      expect((await send(large)).status).toBe(413);
      expect((await send(large, { 'Content-Length': '10' })).status).toBe(413);
    });
    expect((await send(form(['file', Buffer.alloc(MOST), 'full']), { 'Content-Length': '5' })).status).toBe(201);
  });

  test('F06 without an end is answered, and read no further than a moment', async () => {
    let sent = 0;
    let cancelled = false;
    const head = part(['file', '', 'endless']).subarray(0, -2);
    const endless = new ReadableStream<Uint8Array>({
      start: (pieces) => pieces.enqueue(new Uint8Array(head)),
      pull(pieces) {
        sent += MB;
        pieces.enqueue(new Uint8Array(MB));
      },
      cancel() {
        cancelled = true;
      },
    });
    await leavesNothing(async () => expect((await send(endless)).status).toBe(413));
    await expect.poll(() => cancelled).toBe(true);
    expect(sent).toBeLessThan(100 * MB);
  });

  test('F09 that breaks off leaves nothing', async () => {
    await leavesNothing(async () => {
      const broken = new ReadableStream<Uint8Array>({
        start(pieces) {
          pieces.enqueue(new Uint8Array(part(['file', Buffer.alloc(MB), 'half']).subarray(0, -2)));
        },
        pull: (pieces) => pieces.error(new Error('gone')),
      });
      expect((await send(broken)).status).toBeGreaterThanOrEqual(400);
      expect((await send(form(['file', 'x', 'x']).subarray(0, -20))).status).toBe(400);
    });
  });

  test('takes one file, where a file belongs', async () => {
    await leavesNothing(async () => {
      const [one, other, again]: Part[] = [
        ['file', 'x', 'x'],
        ['other', 'y', 'y'],
        ['file', 'y', 'y'],
      ] as never;
      const note = (value: string): Part => ['note', value];
      for (const parts of [
        ...[[one, again], [other, one], [one, other], [['file', 'text']], [note('1'), note('2'), one]],
        ...[[['__proto__', '1'], one], Array.from({ length: 40 }, (_, at) => [`f${at}`, '1'])],
      ] as Part[][])
        expect((await send(form(...parts))).body, JSON.stringify(parts)).toMatchObject({
          status: 422,
          code: 'invalid',
        });
    });
  });

  test('F11 is never described by its sender: without uploaded bytes there is no file', async () => {
    const forged = { name: '../x', type: 'text/html', size: 1, sha256: '0'.repeat(64), storageKey: 'k', kept: true };
    const answer = await send(JSON.stringify({ file: forged }), { type: 'application/json' });
    expect([answer.status, answer.body.errors]).toEqual([422, { file: ['Choose a file.'] }]);
  });
});

/** Uploads in pieces, as tus' clients send them. */

const WEB = fixtureId('acme.WEB');
const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeAll(() => rm(join(env.dataDir, 'files', '.resumable'), { recursive: true, force: true }));

type Sent = { seat?: string; headers?: Record<string, string>; body?: BodyInit };
async function ask(method: string, path = '', { seat = 'acme.user', headers, body }: Sent = {}) {
  const request = new Request(`http://localhost:3000${path || '/api/upload/resumable'}`, {
    method,
    headers: {
      Authorization: `Bearer ${await bearer(seat)}`,
      host: 'localhost:3000',
      'Tus-Resumable': '1.0.0',
      ...headers,
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit);
  return resumableRoute(request);
}
const encoded = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

let made = 0;
async function begin(size: number, fields: Record<string, string> = { project_id: WEB }, seat?: string) {
  const metadata = encoded({ filename: `piece ${++made}.txt`, ...fields });
  const answer = await ask('POST', '', {
    seat,
    headers: { 'Upload-Length': String(size), 'Upload-Metadata': metadata },
  });
  return { status: answer.status, path: answer.headers.get('location') ?? '', text: await answer.text() };
}
const piece = (path: string, offset: number, body: BodyInit, seat?: string) =>
  ask('PATCH', path, {
    seat,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body,
  });
const head = async (path: string, seat?: string) => {
  const { status, headers } = await ask('HEAD', path, { seat });
  return [status, headers.get('upload-offset'), headers.get('upload-file')];
};
const folder = join(env.dataDir, 'files', '.resumable');
const told = async (path: string, seat?: string) => {
  const answer = await ask('GET', path, { seat });
  return [answer.status, answer.headers.get('upload-offset'), answer.ok && (await answer.text())];
};
const sum = (text: string) => createHash('sha256').update(text).digest('hex');
/** Pieces and notes, each with the organisation and person whose it is. */
const left = async () =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.split('/').length === 3);
async function content(id: string, seat = 'acme.user') {
  return (await call('GET', `fileContent/${id}`, { token: await bearer(seat), query: { download: '1' } })).body.data;
}

describe('a resumable upload', () => {
  test('goes on where it stopped, and is a file at its end', async () => {
    const { status, path } = await begin(10);
    expect([status, path]).toEqual([201, expect.stringMatching(/^\/api\/upload\/resumable\/[0-9a-f-]{36}$/)]);
    expect((await piece(path, 0, '01234')).status).toBe(204);
    expect(await head(path)).toEqual([200, '5', null]);
    expect((await piece(path, 3, 'xxx')).status).toBe(409);
    const last = await piece(path, 5, '56789');
    const { data } = await last.json();
    expect([last.status, last.headers.get('upload-file')]).toEqual([200, data._id]);
    expect(data).toMatchObject({ name: `piece ${made}.txt`, size: 10, project_id: WEB, type: 'text/plain' });
    expect(await content(data._id)).toBe('0123456789');
    expect(await left()).toEqual([]);
  });

  test('F09 that is asked about after its end names its file, and is one file', async () => {
    const { path } = await begin(3);
    const id = (await piece(path, 0, 'abc')).headers.get('upload-file');
    expect(await head(path)).toEqual([200, '3', id]);
    expect((await piece(path, 0, 'abc')).status).toBe(404);
    expect(await head(path, 'acme.leader')).toEqual([404, null, null]);
  });

  test('F09 whose connection breaks keeps what arrived', async () => {
    const { path } = await begin(8);
    const broken = new ReadableStream<Uint8Array>({
      start: (pieces) => pieces.enqueue(new TextEncoder().encode('abcd')),
      async pull(pieces) {
        await new Promise((resolve) => setImmediate(resolve));
        pieces.error(new Error('gone'));
      },
    });
    await piece(path, 0, broken);
    const [, offset] = await head(path);
    expect(Number(offset)).toBeLessThanOrEqual(4);
    const rest = 'abcdefgh'.slice(Number(offset));
    const last = await piece(path, Number(offset), rest);
    expect(await content((await last.json()).data._id)).toBe('abcdefgh');
  });

  test('is nobody’s but who began it, and only with a session', async () => {
    const { path } = await begin(3);
    for (const seat of ['acme.leader', 'acme.admin', 'globex.admin'])
      for (const answer of [await piece(path, 0, 'abc', seat), await ask('DELETE', path, { seat })])
        expect([seat, answer.status]).toEqual([seat, 404]);
    const anonymous = await ask('HEAD', path, { headers: { Authorization: '' } });
    expect(anonymous.status).toBe(401);
    expect(await head(path)).toEqual([200, '0', null]);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await head(path)).toEqual([404, null, null]);
  });

  test('names its own place and no other', async () => {
    for (const path of [
      '/api/upload/resumable/../../../etc/passwd',
      '/api/upload/resumable/x',
      '/api/upload/resumable/a%2Fb',
    ])
      expect([path, (await piece(path, 0, 'abc')).status]).toEqual([path, 404]);
    const { path } = await begin(3, { project_id: WEB, owner: 'somebody else' });
    expect(await head(path)).toEqual([200, '0', null]);
    await ask('DELETE', path);
  });

  test('is refused before it begins where it may not go, or is too large', async () => {
    expect((await begin(3, { project_id: WEB }, 'globex.admin')).status).toBe(404);
    expect((await begin(3, { project_id: WEB }, 'acme.observer')).status).toBe(403);
    expect((await begin(3 * 2 ** 31)).status).toBe(413);
    process.env.FILE_QUOTA_GB = '0.000001';
    expect(await begin(300_000)).toMatchObject({ status: 507, text: expect.stringContaining('room for') });
    delete process.env.FILE_QUOTA_GB;
    expect(await left()).toEqual([]);
  });

  test('F08 keeps room for the bytes that came, not for those it announced', async () => {
    process.env.FILE_QUOTA_GB = '0.001';
    const announced = await Promise.all(Array.from({ length: 18 }, () => begin(700_000)));
    expect(announced.map(({ status }) => status)).toEqual(Array(18).fill(201));
    const [first = { path: '' }, second = { path: '' }] = announced;
    expect((await piece(first.path, 0, 'a'.repeat(600_000))).status).toBe(204);
    const refused = { status: 507, text: expect.stringContaining('being uploaded') };
    expect(await begin(700_000, undefined, 'acme.leader')).toMatchObject(refused);
    expect([(await piece(second.path, 0, 'b')).status, (await head(second.path))[0]]).toEqual([507, 404]);
    const small = await begin(300_000, undefined, 'acme.leader');
    expect(small.status).toBe(201);
    await ask('DELETE', small.path, { seat: 'acme.leader' });
    for (const { path } of announced) await ask('DELETE', path);
    delete process.env.FILE_QUOTA_GB;
    expect(await left()).toEqual([]);
  });

  test('is one of twenty of its person at most, of many at once too; one that stood still makes way', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, () => begin(3)));
    const begun = many.filter(({ status }) => status === 201);
    while (begun.length < 20) begun.push(await begin(3));
    expect(await begin(3)).toMatchObject({ status: 429, text: expect.stringContaining('20 unfinished uploads') });
    const other = await begin(3, undefined, 'acme.leader');
    expect([other.status, (await left()).length]).toEqual([201, 42]);
    const [oldest = { path: '' }] = begun;
    const before = new Date(Date.now() - 2 * 3_600_000);
    const stood = (await left()).find((name) => name.endsWith(oldest.path.slice(-36))) as string;
    await utimes(join(folder, stood), before, before);
    begun.push(await begin(3));
    expect([(await head(oldest.path))[0], begun.at(-1)?.status]).toEqual([404, 201]);
    for (const { path } of begun) await ask('DELETE', path);
    await ask('DELETE', other.path, { seat: 'acme.leader' });
    expect(await left()).toEqual([]);
  });

  test('whose place is closed on the way is refused before its next piece is read', async () => {
    const { path } = await begin(3);
    await owner.query(`update member set role = 'observer' where id = $1`, [fixtureId('acme.user')]);
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(pieces) {
          read++;
          pieces.enqueue(new TextEncoder().encode('abc'));
          pieces.close();
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await piece(path, 0, body);
    await owner.query(`update member set role = 'user' where id = $1`, [fixtureId('acme.user')]);
    expect([answer.status, read]).toEqual([403, 0]);
    expect([await left(), (await head(path))[0]]).toEqual([
      expect.not.arrayContaining([expect.stringContaining(path.slice(-36))]),
      404,
    ]);
  });

  test('that is refused says why in the same form as everything else', async () => {
    const { path } = await begin(3);
    const answers = [
      await piece(path, 2, 'c'),
      await ask('PATCH', path, { body: 'abc', headers: { 'Upload-Offset': '0', 'Content-Type': 'text/plain' } }),
      await piece(path, 0, 'abc', 'acme.admin'),
      await ask('POST', '', { headers: { 'Upload-Length': '3' }, seat: 'acme.observer' }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await answer.json()).toMatchObject({
        status: answer.status,
        message: expect.any(String),
        request_id: expect.any(String),
      });
    }
    await ask('DELETE', path);
  });

  test('cannot be longer than it said', async () => {
    const { path } = await begin(3);
    expect((await piece(path, 0, 'abcdef')).status).toBeGreaterThanOrEqual(400);
    expect(await content((await (await piece(path, 0, 'abc')).json()).data._id)).toBe('abc');
  });

  test('may be empty, and has a safe name', async () => {
    const { path, status } = await begin(0, { project_id: WEB, filename: '../\u202etxt.exe' });
    expect(status).toBe(200);
    expect(path).toBe('');
  });

  test('that loses its place on the way leaves nothing', async () => {
    const { path } = await begin(3, { project_id: WEB, folder_id: '' });
    const before: string[] = [];
    for await (const { key } of storage().list()) before.push(key);
    process.env.FILE_QUOTA_GB = '0.000000001';
    const answer = await piece(path, 0, 'new');
    delete process.env.FILE_QUOTA_GB;
    expect(answer.status).toBe(507);
    const after: string[] = [];
    for await (const { key } of storage().list()) after.push(key);
    expect([after, await left(), (await head(path))[0]]).toEqual([before, [], 404]);
  });

  test('F09 tells its owner what lies there, and is no file of two halves', async () => {
    const one = 'a'.repeat(PIECE_BYTES);
    const { path } = await begin(PIECE_BYTES + 4);
    expect(await told(path)).toEqual([200, '0', '']);
    await piece(path, 0, `${one}bc`);
    expect(await told(path)).toEqual([200, `${PIECE_BYTES + 2}`, `${sum(one)}\n${sum('bc')}\n`]);
    expect((await told(path, 'acme.leader'))[0]).toBe(404);
    // What the sender says of the whole is of a file that begins otherwise.
    const rest = { 'Upload-Offset': `${PIECE_BYTES + 2}`, 'Content-Type': 'application/offset+octet-stream' };
    const last = (at: string, whole: string) =>
      ask('PATCH', at, { body: 'de', headers: { ...rest, 'Upload-Content': whole } });
    expect((await last(path, sum(sum(`x${one.slice(1)}`) + sum('bcde')))).status).toBe(409);
    expect([(await head(path))[0], await left()]).toEqual([404, []]);
    const { path: again } = await begin(PIECE_BYTES + 4);
    await piece(again, 0, `${one}bc`);
    expect((await last(again, sum(sum(one) + sum('bcde')))).status).toBe(200);
    expect(await told(again)).toEqual([200, `${PIECE_BYTES + 4}`, `${sum(one)}\n${sum('bcde')}\n`]);
    expect((await told(again, 'acme.leader'))[0]).toBe(404);
  });
});
