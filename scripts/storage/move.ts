import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Storage, type StorageKind, storedAs } from '../../lib/storage/storage';

/** `left`: contents whose bytes were missing or damaged, by id; they stay where they were. */
export type Progress = { contents: number; bytes: number; ofContents: number; ofBytes: number; left: string[] };

type Content = {
  id: string;
  org_id: string;
  sha256: string;
  size: number;
  type: string;
  storage_key: string;
  name: string;
};

const ROWS = 100;
const DAMAGED = 'damaged';

/**
 * Brings the bytes of all contents from one storage to the other. Each is copied, checked and recorded by itself, and only
 * then removed where it was: broken off anywhere it goes on when it is called again.
 * @param scratch on the file system of `to`, if that is a disk
 */
export async function moveContents(
  client: pg.ClientBase,
  { from, to, scratch }: { from: Storage; to: Storage; scratch: string },
  report: (progress: Progress) => void,
  now = Date.now(),
): Promise<Progress> {
  const { rows: sums } = await client.query(
    'select count(*)::int as contents, coalesce(sum(size), 0)::float8 as bytes from file_content where stored_in = $1',
    [from.kind],
  );
  const progress: Progress = {
    contents: 0,
    bytes: 0,
    ofContents: sums[0].contents,
    ofBytes: sums[0].bytes,
    left: [],
  };
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  let last = '00000000-0000-0000-0000-000000000000';
  for (let some = await contentsAfter(client, from.kind, last); some.length; ) {
    const moved: string[] = [];
    for (const content of some) {
      last = content.id;
      const key = await copy(content, { from, to, scratch });
      if (key === null) progress.left.push(content.id);
      else if (await recorded(client, content, to.kind, key)) moved.push(content.storage_key);
      // Meanwhile it was removed, or came here by an upload.
      else await to.delete([key]);
      progress.contents += 1;
      progress.bytes += content.size;
      report(progress);
    }
    // Whoever began to read before the record changed has the time of a batch to open it.
    await from.delete(moved);
    some = await contentsAfter(client, from.kind, last);
  }
  await removeCopied(client, from, now);
  return progress;
}

/** Younger bytes may belong to an upload whose record is being written. */
const UNKNOWN_MS = 3_600_000;

/** What an earlier call had copied, but not yet removed, when it was broken off. Other installations' bytes are not ours to judge. */
async function removeCopied(client: pg.ClientBase, from: Storage, now: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from organisation');
  const ours = new Set(rows.map(({ id }) => id));
  const old: string[] = [];
  for await (const { key, folder, storedAt } of from.list())
    if (folder && ours.has(folder) && now - storedAt.getTime() > UNKNOWN_MS) old.push(key);
  for (let at = 0; at < old.length; at += ROWS) {
    const keys = old.slice(at, at + ROWS);
    const { rows: known } = await client.query<{ key: string }>(
      'select storage_key as key from file_content where storage_key = any($1)',
      [keys],
    );
    const kept = new Set(known.map(({ key }) => key));
    await from.delete(keys.filter((key) => !kept.has(key)));
  }
}

/** A service gets the name of a file that has the content now. */
async function contentsAfter(client: pg.ClientBase, kind: StorageKind, last: string): Promise<Content[]> {
  const { rows } = await client.query<Content>(
    `select c.id, c.org_id, c.sha256, c.size::float8 as size, c.type, c.storage_key,
            coalesce((select f.name from file f where f.org_id = c.org_id and f.content_id = c.id limit 1), 'file') as name
       from file_content c where c.stored_in = $1 and c.id > $2 order by c.id limit $3`,
    [kind, last, ROWS],
  );
  return rows;
}

/** @returns its key there; null where the bytes are not those that were recorded */
async function copy(
  { org_id, sha256, size, type, storage_key, name }: Content,
  { from, to, scratch }: { from: Storage; to: Storage; scratch: string },
): Promise<string | null> {
  const bytes = await from.get(storage_key);
  if (!bytes) return null;
  const id = randomUUID();
  const path = join(scratch, id);
  const hash = createHash('sha256');
  try {
    await pipeline(
      bytes,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
        if (hash.digest('hex') !== sha256) throw new Error(DAMAGED);
      },
      createWriteStream(path),
    );
    return await to.put({ folder: org_id, id, name }, { path, size, type });
  } catch (error) {
    if ((error as Error).message === DAMAGED) return null;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function recorded(client: pg.ClientBase, { id, storage_key, name }: Content, kind: StorageKind, key: string) {
  const { rowCount } = await client.query(
    'update file_content set storage_key = $3, stored_in = $4, stored_as = $5 where id = $1 and storage_key = $2',
    [id, storage_key, key, kind, storedAs(kind, name)],
  );
  return rowCount === 1;
}
