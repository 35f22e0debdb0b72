import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import type { Storage } from '@/lib/storage/storage';

/** `{organisation}/{id}`; anything else is no key and has no bytes. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Bytes in `{dataDir}/files/{organisation}/{first two of the id}/{id}`. */
export function localStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files');
  const pathOf = (key: string) => {
    const [organisation = '', id = ''] = key.split('/');
    // Of a uuid v7 the last characters are random, the first are the time.
    return join(root, organisation, id.slice(-2), id);
  };

  return {
    kind: 'local',

    async put({ folder, id }, { path }) {
      const key = `${folder}/${id}`;
      if (!KEY.test(key)) throw new Error('Bytes are named by ids');
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await synced(path);
      await moved(path, target);
      // The name is on disk only when its directory is.
      await synced(dirname(target));
      return key;
    },

    async get(key, range) {
      if (!KEY.test(key)) return null;
      const path = pathOf(key);
      const there = await stat(path).catch(absent);
      if (!there) return null;
      return ReadableStream.from(piecesOf(path, range)) as globalThis.ReadableStream<Uint8Array>;
    },

    async delete(keys) {
      for (const key of keys) if (KEY.test(key)) await rm(pathOf(key), { force: true });
    },

    sign: async () => null,

    async *list() {
      for await (const organisation of entriesOf(root))
        for await (const shelf of entriesOf(join(root, organisation)))
          for await (const id of entriesOf(join(root, organisation, shelf))) {
            const key = `${organisation}/${id}`;
            const there = KEY.test(key) && (await stat(pathOf(key)).catch(absent));
            if (there) yield { key, storedAt: there.mtime, folder: organisation };
          }
    },

    async check() {
      await mkdir(root, { recursive: true });
      const probe = join(root, `.${randomUUID()}`);
      await writeFile(probe, '');
      await rm(probe);
    },
  };
}

/** Opened when it is read: an answer whose reader has gone meanwhile is neither read nor ended. */
async function* piecesOf(path: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range);
}

/** Moves a file, by copying where the data folder is on another disk (EXDEV). A copy that fails is removed. */
async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const part = `${to}.part`;
    try {
      await copyFile(from, part);
      await synced(part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
    await rm(from);
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

async function* entriesOf(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(absent);
  if (entries) for await (const { name } of entries) if (!name.startsWith('.')) yield name;
}
