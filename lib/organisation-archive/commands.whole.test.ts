import { createHash, randomFillSync } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { storeFile } from '@/lib/file/bytes/store';
import { archiveBody } from '@/lib/job/queries.archive';
import { exportNextPiece, exportOrganisation } from '@/lib/organisation-archive/commands.export';
import { importNextPiece, importOrganisation } from '@/lib/organisation-archive/commands.import';
import { measured } from '@/lib/storage/receive';
import { storageAt } from '@/lib/storage/storage';
import { doorOf, newAdmin, runPieces } from '@/lib/test/archive-jobs';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';
import { newId } from '@/lib/validation';

/** 100,000 tasks and 1 GB of files leave and come back; memory stays flat, and a download that broke goes on. */

const TASKS = Number(process.env.ARCHIVE_TASKS ?? 100_000);
const FILES = 4;
const FILE_BYTES = Number(process.env.ARCHIVE_MB ?? 1024) * (2 ** 20 / FILES);
/** Besides what the process held before: one piece, and what has not been collected yet. */
const MOST_GROWTH = 400 * 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'guildhall-large-'));
const owner = ownerClient({ DATA_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function fileOf(path: string): Promise<void> {
  const handle = await open(path, 'w');
  const chunk = Buffer.alloc(2 ** 20);
  for (let left = FILE_BYTES; left > 0; left -= chunk.length)
    await handle.write(randomFillSync(chunk).subarray(0, left));
  await handle.close();
}

test('an organisation of any size', async () => {
  const seat = await newAdmin();
  const { org_id: org, member_id: member } = seat;
  const project = newId();
  await owner.query(
    `insert into project (org_id, id, key, name, type) values ($1, $2, 'BIG', 'Big', 'web_application')`,
    [org, project],
  );
  for (let from = 0; from < TASKS; from += 10_000)
    await owner.query(
      `insert into task (org_id, id, project_id, number, title, description, status, rank, audience, created_by_id)
       select $1, gen_random_uuid(), $2, n, 'Task ' || n, repeat('Something to do. ', 20), 1, 'a' || lpad(n::text, 9, '0'), 'internal', $3
         from generate_series($4::int + 1, least($4::int + 10000, $5::int)) n`,
      [org, project, member, from, TASKS],
    );
  const storage = storageAt({ dataDir: env.dataDir });
  for (let at = 0; at < FILES; at++) {
    const path = join(folder, `large-${at}`);
    await fileOf(path);
    const { sha256, size } = await measured(path);
    const key = await storage.put(
      { folder: org, id: newId(), name: `large-${at}` },
      { path, size, type: 'application/octet-stream' },
    );
    const [content, file] = [newId(), newId()];
    const bytes = [size, 'application/octet-stream', sha256];
    await owner.query(
      `insert into file_content (org_id, id, size, type, sha256, storage_key, stored_in) values ($1, $2, $3, $4, $5, $6, 'local')`,
      [org, content, ...bytes, key],
    );
    await owner.query(
      `insert into file (org_id, id, space_id, project_id, name, name_key, name_order, content_id, size, type, sha256) values ($1, $2, $3, $3, $4, $4, $4, $5, $6, $7, $8)`,
      [org, file, project, `large-${at}`, content, ...bytes],
    );
    await owner.query(
      `insert into file_version (org_id, file_id, version_number, content_id, size, type, sha256) values ($1, $2, 1, $3, $4, $5, $6)`,
      [org, file, content, ...bytes],
    );
  }

  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const took: Record<string, number> = {};
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const since = Date.now();
    const result = await work();
    took[name] = Math.round((Date.now() - since) / 1000);
    return result;
  };

  await openBearer(member);
  const { rows } = await owner.query('select id from session where member_id = $1', [member]);
  const door = doorOf(seat, rows[0].id);
  const { _id: id } = await exportOrganisation(door, {});
  await timed('export', () => runPieces(exportNextPiece, { id, payload: {}, seat }));
  await owner.query(`update job set state = 'done', finished_at = now() where id = $1`, [id]);

  const path = join(folder, 'archive.zip');
  const { size = 0 } = (await archiveBody(door, id)) ?? {};
  await timed('download', async () => {
    const out = createWriteStream(path);
    let got = 0;
    for (let broken = false; got < size; broken = true) {
      const body = await archiveBody(door, id);
      const stream = await body?.open({ start: got, end: size - 1 });
      for await (const chunk of (stream ?? []) as AsyncIterable<Uint8Array>) {
        got += chunk.length;
        if (!out.write(chunk)) await new Promise<void>((resolve) => out.once('drain', resolve));
        if (!broken && got > size / 2) break;
      }
    }
    await new Promise<void>((resolve) => out.end(resolve));
  });

  const target = await newAdmin();
  const file = await storeFile(await measured(path), 'archive.zip', target.org_id);
  const begun = await importOrganisation(doorOf(target), { file });
  await timed('import', () => runPieces(importNextPiece, { id: begun._id, payload: { id: begun._id }, seat: target }));
  clearInterval(looking);
  process.stdout.write(`${JSON.stringify({ size, ...took, grown: Math.round((most - before) / 2 ** 20) })}\n`);
  const sums = async (organisation: string) =>
    (
      await owner.query(
        `select (select md5(string_agg(number || title || md5(description) || rank, ',' order by number)) from task where org_id = $1) as tasks,
                (select string_agg(name || sha256, ',' order by name) from file where org_id = $1) as files,
                (select used_bytes from storage_use where org_id = $1) as bytes,
                (select count(*)::int from search_entry where org_id = $1 and kind = 'task') as found`,
        [organisation],
      )
    ).rows[0];
  expect(await sums(target.org_id)).toEqual(await sums(org));
  const { rows: contents } = await owner.query('select storage_key, sha256 from file_content where org_id = $1', [
    target.org_id,
  ]);
  for (const { storage_key, sha256 } of contents) {
    const hash = createHash('sha256');
    for await (const chunk of (await storage.get(storage_key)) as unknown as AsyncIterable<Uint8Array>)
      hash.update(chunk);
    expect(hash.digest('hex')).toBe(sha256);
  }
  expect(most - before).toBeLessThan(MOST_GROWTH);
}, 3_600_000);
