import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUploadThing, type UploadThingService } from '@/lib/test/uploadthing-service';
import { newId } from '@/lib/validation';
import { receive, sweepReceived } from './receive';
import { tryScratchFolder } from './scratch';
import { type Storage, storageAt } from './storage';
import { filesElsewhere } from './whereabouts';

/** Both storages keep one contract; UploadThing's SDK speaks to a service of its protocol. */

const MB = 1 << 20;
const organisation = newId();
let service: UploadThingService;
let dataDir: string;
const before = { ...process.env };

beforeAll(async () => {
  service = await startUploadThing();
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-storage-'));
  Object.assign(process.env, { DATA_DIR: dataDir }, service.environment);
});
afterAll(async () => {
  process.env = before;
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function* chunksOf(bytes: Uint8Array, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const putIn = async (store: Storage, bytes: Uint8Array, type = 'text/plain') => {
  const received = await receive(chunksOf(bytes), 100 * MB);
  return store.put({ folder: organisation, id: newId(), name: 'plan.txt' }, { ...received, type });
};
const text = (words: string) => chunksOf(Buffer.from(words));
const bytesOf = async (stream: ReadableStream<Uint8Array> | null) =>
  stream && Buffer.from(await new Response(stream).arrayBuffer());

async function keysOf(store: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}

// Linux has memory for files there, which is another device than the folder of data.
test.runIf(existsSync('/dev/shm'))(
  'bytes that were received on another disk are kept, and leave nothing behind',
  async () => {
    const store = storageAt({ dataDir });
    const elsewhere = await mkdtemp('/dev/shm/guildhall-storage-');
    const path = join(elsewhere, 'received');
    await writeFile(path, 'from elsewhere');
    const given = { path, size: 14, sha256: '', head: new Uint8Array(), type: 'text/plain' };
    const key = await store.put({ folder: organisation, id: newId(), name: 'plan.txt' }, given);
    expect(String(await bytesOf(await store.get(key)))).toBe('from elsewhere');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  },
);

test('bytes on disk that nobody reads are not opened, and are closed when their reader goes', async () => {
  const store = storageAt({ dataDir });
  const key = await putIn(store, randomBytes(MB));
  const opened = async () => {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((link) => link.endsWith(key.slice(37))).length;
  };
  const unread = await store.get(key);
  const reader = (await store.get(key))?.getReader();
  await reader?.read();
  expect(await opened()).toBe(1);
  await reader?.cancel();
  await expect.poll(opened).toBe(0);
  expect((await bytesOf(unread))?.length).toBe(MB);
});

test('files that lie on another disk are counted among the newest', async () => {
  const [one, other] = [storageAt({ dataDir }), storageAt({ dataDir: join(dataDir, 'another-disk') })];
  const plan = Buffer.from('plan');
  const here = [await putIn(one, plan), await putIn(one, plan)];
  const there = await putIn(other, plan);
  expect(await filesElsewhere(one, here)).toBeNull();
  expect(await filesElsewhere(one, [])).toBeNull();
  expect(await filesElsewhere(one, [there, ...here])).toBe('1 of the 3 newest files do not lie there');
});

test('a scratch folder that cannot be written is no place for uploads, though a service has the files', async () => {
  const inTheWay = join(dataDir, 'in-the-way');
  await writeFile(inTheWay, '');
  Object.assign(process.env, { UPLOADTHING_TOKEN: service.token, SCRATCH_DIR: join(dataDir, 'scratch') });
  await tryScratchFolder();
  process.env.SCRATCH_DIR = inTheWay;
  await expect(tryScratchFolder()).rejects.toThrow();
  delete process.env.UPLOADTHING_TOKEN;
});

describe.each(['local', 'uploadthing'] as const)('the storage %s', (kind) => {
  let store: Storage;
  beforeAll(() => {
    store = storageAt({ token: kind === 'uploadthing' ? service.token : undefined, dataDir });
  });
  const put = (bytes: Uint8Array, type?: string) => putIn(store, bytes, type);

  test('is chosen by the token, can be used, and says when it cannot', async () => {
    expect(store.kind).toBe(kind);
    await store.check();
    const broken = storageAt(
      kind === 'local' ? { dataDir: join(dataDir, 'a-file', 'below') } : { token: 'not a token', dataDir },
    );
    await writeFile(join(dataDir, 'a-file'), '');
    await expect(broken.check()).rejects.toThrow();
  });

  test('gives back what it was given, whole and in ranges', async () => {
    const bytes = randomBytes(3 * MB + 17);
    const key = await put(bytes, 'application/octet-stream');
    expect((await bytesOf(await store.get(key)))?.equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [1, 1000],
      [2 * MB, bytes.length - 1],
    ] as const)
      expect((await bytesOf(await store.get(key, { start, end })))?.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('lists what it has and forgets what is deleted, also twice', async () => {
    const [one, two] = [await put(Buffer.from('one')), await put(Buffer.from('two'))];
    expect(await keysOf(store)).toEqual(expect.arrayContaining([one, two]));
    for await (const { key, folder } of store.list()) if (key === one) expect(folder).toBe(organisation);
    await store.delete([one, 'nothing']);
    await store.delete([one]);
    const left = await keysOf(store);
    expect([left.includes(one), left.includes(two)]).toEqual([false, true]);
    expect(await store.get(one)).toBeNull();
    expect(await store.get(`${organisation}/${newId()}`)).toBeNull();
  });

  test('gives nobody a way out of its place', async () => {
    for (const key of ['../../package.json', `${organisation}/../../x`, '/etc/passwd', '', 'a/b'])
      expect(await store.get(key), key).toBeNull();
  });

  test('signs URLs that end, or serves nothing by itself', async () => {
    const key = await put(Buffer.from('signed'));
    const url = await store.sign(key, 60);
    if (kind === 'local') return expect(url).toBeNull();
    expect(await (await fetch(url as string)).text()).toBe('signed');
    expect((await fetch(`${url}0`)).status).toBe(403);
    expect((await fetch((await store.sign(key, -1)) as string)).status).toBe(403);
  });
});

describe('receiving', () => {
  const left = () => readdir(join(dataDir, 'files', '.incoming'));

  test('tells size, hash and head of a stream', async () => {
    const received = await receive(text('abc'), MB);
    expect(received).toMatchObject({
      size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    expect(Buffer.from(received.head).toString()).toBe('abc');
    await received.discard();
    expect(await left()).toEqual([]);
  });

  test('ends a stream that is too large, or breaks, and leaves nothing', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(MB);
    }
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(receive(endless(), 8 * MB)).rejects.toMatchObject({
      code: 'too_large',
      message: 'A file may have 8 MB at most.',
    });
    await expect(receive(broken(), MB)).rejects.toThrow('gone');
    expect(await left()).toEqual([]);
  });

  test('says when the disk is full', async () => {
    async function* full() {
      yield Buffer.from('half');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(receive(full(), MB)).rejects.toMatchObject({ code: 'full' });
    expect(await left()).toEqual([]);
  });

  test('what a crash cut off is swept after a day', async () => {
    const files = join(dataDir, 'files');
    for (const folder of ['.incoming', '.resumable/acme/ann']) {
      await mkdir(join(files, folder), { recursive: true });
      for (const name of ['old', 'old.json', 'new', 'new.json']) await writeFile(join(files, folder, name), 'half');
      const yesterday = new Date(Date.now() - 25 * 3_600_000);
      for (const name of ['old', 'new.json']) await utimes(join(files, folder, name), yesterday, yesterday);
    }
    expect(await sweepReceived()).toBe(2);
    expect(await sweepReceived(Date.now() + 26 * 3_600_000)).toBe(6);
    expect([await left(), await readdir(join(files, '.resumable'))]).toEqual([[], []]);
  });
});
