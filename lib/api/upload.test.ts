import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from '@/lib/api/call';
import { create, defineEndpoints, endpointsOf, type StoredFile } from '@/lib/contract/endpoint';
import { currentDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, notFound } from '@/lib/errors';
import { storage } from '@/lib/file/bytes/store';
import { storedFile } from '@/lib/file/schema.bytes';
import { bearer } from '@/lib/test/wire';

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
