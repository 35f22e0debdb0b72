import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { keepUpload } from '@/lib/file/commands.bytes';
import { placeFor } from '@/lib/file/commands.place';
import { receive } from '@/lib/storage/receive';
import { asMemberCommitted } from '@/lib/test/as-member';
import { removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { storage, storeFile } from './store';
import { sweepBytes } from './sweep';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  await owner.connect();
  await removeFiles(owner);
});
afterAll(() => owner.end());

const HOUR = 3_600_000;
const always = () => true;
const stored = async (text: string, organisation = fixtureId('acme')) =>
  storeFile(await receive(new Blob([text]).stream(), 1_000), 'x.txt', organisation);
const isThere = async (key: string) => (await storage().get(key)) !== null;

test('the sweep takes bytes without a record, once they are an hour old, and leaves what a file has', async () => {
  const [kept, orphan] = [await stored('kept'), await stored('orphan')];
  const { _id } = await asMemberCommitted('acme.user', async (ctx) =>
    keepUpload(ctx, await placeFor(ctx, { project_id: fixtureId('acme.WEB') }), kept),
  );
  const look = async () => [await isThere(kept.storageKey), await isThere(orphan.storageKey)];
  await sweepBytes(always, Date.now());
  expect(await look()).toEqual([true, true]);
  await sweepBytes(always, Date.now() + 2 * HOUR);
  expect(await look()).toEqual([true, false]);
  // F12: what no file has any more goes with the next sweep.
  await owner.query('delete from file where id = $1', [_id]);
  await sweepBytes(always, Date.now() + 2 * HOUR);
  expect(await look()).toEqual([false, false]);
});

test('what another installation keeps in the same storage stays', async () => {
  const [theirs, orphan] = [await stored('theirs', newId()), await stored('another orphan')];
  await sweepBytes(always, Date.now() + 4 * HOUR);
  expect([await isThere(theirs.storageKey), await isThere(orphan.storageKey)]).toEqual([true, false]);
});
