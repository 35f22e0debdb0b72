/**
 * `npm run storage`                      how much lies where
 * `npm run storage -- move uploadthing`  brings all files from this disk to UploadThing
 * `npm run storage -- move local`        brings all files from UploadThing to this disk (DATA_DIR)
 *
 * Both need UPLOADTHING_TOKEN. Change the setting of the application first, so that new files go to the new place; it
 * reads each file where it lies, so people work on meanwhile. It can be broken off at any time and run again.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { sizeWords } from '../lib/file/vocabulary';
import { storageAt } from '../lib/storage/storage';
import { dataDir, prepareProcess } from './bootstrap.mjs';
import { withDatabase } from './postgres/database-url.mjs';
import { moveContents } from './storage/move';

const USAGE = 'Use: npm run storage\n     npm run storage -- move uploadthing | local';
const REPORT_EVERY_MS = 2_000;

async function showPlaces(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'select stored_in, count(*)::int as contents, sum(size)::float8 as bytes from file_content group by 1 order by 1',
  );
  for (const { stored_in, contents, bytes } of rows) console.log(`${stored_in}: ${contents}, ${sizeWords(bytes)}`);
  if (!rows.length) console.log('Nothing is stored');
  return 0;
}

async function move(client: pg.Client, target: 'local' | 'uploadthing'): Promise<number> {
  const token = process.env.UPLOADTHING_TOKEN?.trim();
  if (!token) {
    console.error('UPLOADTHING_TOKEN is not set. This command needs it in both directions.');
    return 1;
  }
  const disk = storageAt({ dataDir: dataDir() });
  const service = storageAt({ token, dataDir: dataDir() });
  const [from, to] = target === 'local' ? [service, disk] : [disk, service];
  await Promise.all([from.check(), to.check()]);
  // Storing on a disk renames; another machine of the service has room for temporary files at least.
  const scratch =
    target === 'local' ? path.join(dataDir(), 'files', '.incoming') : path.join(tmpdir(), 'guildhall', '.incoming');
  let reported = performance.now();
  const done = await moveContents(client, { from, to, scratch }, ({ contents, bytes, ofContents, ofBytes }) => {
    if (performance.now() - reported < REPORT_EVERY_MS) return;
    reported = performance.now();
    console.log(`  ${contents} of ${ofContents}, ${sizeWords(bytes)} of ${sizeWords(ofBytes)}`);
  });
  console.log(`${done.contents - done.left.length} moved, ${sizeWords(done.bytes)} looked at`);
  for (const id of done.left) console.error(`The bytes of content ${id} are missing or damaged; it stays as it was`);
  return done.left.length ? 1 : 0;
}

async function run(url: string): Promise<number> {
  const [command, target, ...more] = process.argv.slice(2);
  const isMove = command === 'move' && (target === 'local' || target === 'uploadthing') && !more.length;
  if (command !== undefined && !isMove) {
    console.error(USAGE);
    return 1;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return isMove ? await move(client, target) : await showPlaces(client);
  } finally {
    await client.end();
  }
}

prepareProcess();
try {
  process.exit(await withDatabase(run));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
