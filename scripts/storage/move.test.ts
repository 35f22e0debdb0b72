import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Storage, storageAt } from '../../lib/storage/storage';
import { fixtureId } from '../../lib/test/fixtures';
import { ownerClient } from '../../lib/test/owner';
import { startUploadThing, type UploadThingService } from '../../lib/test/uploadthing-service';
import { newId } from '../../lib/validation';
import { moveContents } from './move';

const owner = ownerClient();
let service: UploadThingService;
let folder: string;
const before = { ...process.env };
beforeAll(async () => {
  service = await startUploadThing();
  Object.assign(process.env, service.environment);
  folder = await mkdtemp(join(tmpdir(), 'guildhall-move-'));
  await owner.query('delete from file; delete from file_content');
});
afterAll(async () => {
  process.env = before;
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function add(store: Storage, text: string): Promise<string> {
  const [id, path, org] = [newId(), join(folder, newId()), fixtureId('acme')];
  await writeFile(path, text);
  const key = await store.put({ folder: org, id, name: 'a.txt' }, { path, size: text.length, type: 'text/plain' });
  await owner.query(
    `insert into file_content (id, org_id, sha256, size, type, storage_key, stored_in) values ($1, $2, $3, $4, 'text/plain', $5, $6)`,
    [id, org, createHash('sha256').update(text).digest('hex'), text.length, key, store.kind],
  );
  return id;
}
const contents = async () =>
  (await owner.query('select id, stored_in, storage_key as key from file_content order by id')).rows;
async function countOf(store: Storage): Promise<number> {
  let count = 0;
  for await (const _ of store.list()) count += 1;
  return count;
}

test('bytes move there and back, broken off and run again, and what is damaged stays', async () => {
  const local = storageAt({ dataDir: folder });
  const remote = storageAt({ token: service.token, dataDir: folder });
  const ids = [await add(local, 'one'), await add(local, 'two'), await add(local, 'three')];
  const lost = await add(local, 'lost');
  await local.delete([(await contents()).find(({ id }) => id === lost).key]);
  const there = { from: local, to: remote, scratch: join(folder, 'files', '.incoming') };
  const stop = () => {
    throw new Error('Broken off');
  };
  await expect(moveContents(owner, there, stop)).rejects.toThrow('Broken off');
  expect((await contents()).map((one) => one.stored_in)).toEqual(['uploadthing', 'local', 'local', 'local']);

  const told: number[] = [];
  const done = await moveContents(owner, there, (progress) => told.push(progress.contents));
  expect([done.ofContents, done.left, told]).toEqual([3, [lost], [1, 2, 3]]);
  const moved = await contents();
  expect(moved.map((one) => one.stored_in)).toEqual(['uploadthing', 'uploadthing', 'uploadthing', 'local']);
  const texts = await Promise.all(moved.slice(0, 3).map(async ({ key }) => new Response(await remote.get(key)).text()));
  expect([moved.slice(0, 3).map(({ id }) => id), texts]).toEqual([ids, ['one', 'two', 'three']]);
  expect((await moveContents(owner, there, () => {})).left).toEqual([lost]);

  await moveContents(owner, { ...there, from: remote, to: local }, () => {});
  expect((await contents()).map((one) => one.stored_in)).toEqual(Array(4).fill('local'));
  // What was copied when it broke off, but not yet removed, goes when it is an hour old.
  expect([await countOf(remote), await countOf(local)]).toEqual([0, 4]);
  await moveContents(owner, there, () => {}, Date.now() + 2 * 3_600_000);
  expect(await countOf(local)).toBe(0);
});
