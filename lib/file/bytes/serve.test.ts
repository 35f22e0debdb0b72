import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { keepUpload } from '@/lib/file/commands.bytes';
import { placeFor } from '@/lib/file/commands.place';
import { receive } from '@/lib/storage/receive';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { makeFolder } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import {
  GIF_WITH_SCRIPT,
  hugePng,
  PAGE,
  PDF_WITH_PAGE,
  PROGRAM,
  photoWithPlace,
  picture,
  SVG_WITH_SCRIPT,
} from '@/lib/test/hostile-files';
import { ownerClient } from '@/lib/test/owner';
import { startUploadThing, type UploadThingService } from '@/lib/test/uploadthing-service';
import { bearer } from '@/lib/test/wire';
import { newId } from '@/lib/validation';
import { storage, storeFile, tellFilesElsewhere } from './store';
import { sweepBytes, sweepUnknown } from './sweep';

/** Files as they come and go over the wire, with both storages, and which versions of them a client sees. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
let service: UploadThingService;
const WEB = fixtureId('acme.WEB');
beforeAll(async () => {
  service = await startUploadThing();
});
afterAll(() => service.close());
/** New files go there from now on. */
const storeIn = (kind: string) => {
  if (kind === 'uploadthing') Object.assign(process.env, service.environment, { UPLOADTHING_TOKEN: service.token });
  else delete process.env.UPLOADTHING_TOKEN;
};

type Sent = { seat?: string; method?: string; headers?: Record<string, string>; body?: BodyInit };
async function send(path: string, { seat = 'acme.user', method = 'GET', headers, body }: Sent = {}) {
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${await bearer(seat)}`, ...headers },
    ...(body !== undefined && { body }),
  });
  return callApi(table, request, path.replace(/\?.*/, ''));
}
const sendTo = (method: string, path: string, body: unknown, seat?: string) =>
  send(path, { seat, method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

type Fields = Record<string, string>;
async function upload(bytes: Uint8Array | string, name: string, fields: Fields = { project_id: WEB }, seat?: string) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  const answer = await send('upload', { seat, method: 'POST', body });
  return { status: answer.status, ...(await answer.json()) };
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe.each(['local', 'uploadthing'])('with the storage %s', (kind) => {
  beforeAll(() => storeIn(kind));
  afterAll(() => storeIn('local'));

  test('a file comes back as it was sent, whole and in parts', async () => {
    expect(storage().kind).toBe(kind);
    const bytes = Buffer.alloc(1_500_000, Math.random().toString());
    const { data } = await upload(bytes, `large ${kind}.bin`);
    const { length: size } = bytes;
    expect(data).toMatchObject({ name: `large ${kind}.bin`, size, project_id: WEB, audience: 'internal' });
    const whole = await send(`fileContent/${data._id}`);
    expect([whole.status, (await bytesOf(whole)).equals(bytes)]).toEqual([200, true]);
    const part = await send(`fileContent/${data._id}`, { headers: { Range: 'bytes=-5' } });
    expect([part.status, (await bytesOf(part)).equals(bytes.subarray(-5))]).toEqual([206, true]);
    const head = await send(`fileContent/${data._id}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1500000', '']);
  });

  test('what is large and downloaded leaves by an address of the service, if it has the same name there', async () => {
    const bytes = randomBytes(5 << 20);
    // Two chance bytes can be the beginning of a sound, which is shown inline.
    bytes.write('none');
    const { data } = await upload(bytes, `film ${kind}.bin`);
    const small = await upload(randomBytes(1_000), `small ${kind}.bin`);
    const path = `fileContent/${data._id}`;
    const answer = await send(path, { headers: { Range: 'bytes=0-9' } });
    expect((await send(`fileContent/${small.data._id}`)).status).toBe(200);
    expect((await send(path, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));
    expect((await send(path, { seat: 'globex.admin' })).status).toBe(404);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="film ${kind}.bin"`);
    if (kind === 'local') return expect(answer.status).toBe(206);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const there = await fetch(answer.headers.get('location') as string);
    expect((await bytesOf(there)).equals(bytes)).toBe(true);
    expect(there.headers.get('content-disposition')).toBe(`attachment; filename="film%20${kind}.bin"`);
    await sendTo('PATCH', `file/${data._id}`, { name: 'renamed.bin', version: data.version });
    const renamed = await send(path);
    expect([renamed.status, renamed.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="renamed.bin"',
    ]);
    expect((await bytesOf(renamed)).equals(bytes)).toBe(true);
  });

  test('a thumbnail is made of a picture, and none of what would unfold', async () => {
    const { data } = await upload(await photoWithPlace(), 'photo.jpg');
    const answer = await send(`fileThumbnail/${data._id}?size=64`);
    const made = await bytesOf(answer);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await sharp(made).metadata()).exif).toBeUndefined();
    const bomb = await upload(hugePng(30_000, 30_000, 1), 'bomb.png');
    expect([bomb.status, (await send(`fileThumbnail/${bomb.data._id}`)).status]).toEqual([201, 404]);
    expect((await send(`fileThumbnail/${(await upload(`text ${kind}`, 'a.png')).data._id}`)).status).toBe(404);
  });

  test('an archive holds what was chosen', async () => {
    const { data } = await upload(`in the archive ${kind}`, 'zipped.txt');
    const answer = await sendTo('POST', 'zip', { file_ids: [data._id] });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await bytesOf(answer)).includes(`in the archive ${kind}`)).toBe(true);
  });
});

describe('what was uploaded', () => {
  test.each([
    ['a page called .png', PAGE, 'photo.png', 'text/html'],
    ['a drawing with a script', SVG_WITH_SCRIPT, 'logo.svg', 'image/svg+xml'],
    ['a GIF with a script', GIF_WITH_SCRIPT, 'x.js', 'image/gif'],
    ['a PDF with a page', PDF_WITH_PAGE, 'x.html', 'application/pdf'],
    ['a program called .pdf', PROGRAM, 'x.pdf', 'application/x-msdownload'],
    ['a script', Buffer.from('alert(1)'), 'x.js', 'text/javascript'],
  ])('F04 F05 runs nowhere: %s', async (_, bytes, name, type) => {
    const { data } = await upload(bytes, name);
    expect(data.type).toBe(type);
    const answer = await send(`fileContent/${data._id}`);
    const header = (one: string) => answer.headers.get(one) ?? '';
    expect(header('content-type')).not.toMatch(/html|svg|xml|javascript|css/);
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toBe("sandbox; default-src 'none'");
    if (/html|svg/.test(type)) expect(header('content-disposition')).toMatch(/^attachment;/);
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
    expect((await send(`fileContent/${data._id}?download=1`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );
  });

  test('F01 F04 is not there for whoever does not see it, by any road', async () => {
    const internal = (await upload('internal', 'internal.txt')).data._id;
    const folder = await makeFolder(owner, { audience: 'client' });
    const shared = (await upload(await picture(), 'shared.png', { folder_id: folder })).data._id;
    for (const [seat, id, status] of [
      ['acme.client', internal, 404],
      ['globex.admin', internal, 404],
      ['globex.admin', shared, 404],
      ['acme.outsider', shared, 404],
      ['acme.client', shared, 200],
      ['acme.observer', internal, 200],
    ] as const)
      for (const [path, more] of [
        [`fileContent/${id}`, {}],
        [`fileContent/${id}`, { method: 'HEAD' }],
        [`fileContent/${id}?version_number=1`, { headers: { Range: 'bytes=0-0' } }],
        [`zip?file_ids=${id}`, {}],
        [`fileThumbnail/${id}`, {}],
      ] as [string, Sent][]) {
        const answer = await send(path, { seat, ...more });
        const thumbnail = path.startsWith('fileThumbnail') && id === internal;
        const expected = thumbnail ? 404 : status === 200 && more.headers ? 206 : status;
        expect([seat, path, answer.status]).toEqual([seat, path, expected]);
        await answer.arrayBuffer();
      }
  });

  test('F06 F08 fits into the installation’s limit and the organisation’s quota, or is refused in words', async () => {
    process.env.FILE_MAX_MB = '1';
    const large = await upload(Buffer.alloc(1_100_000), 'large');
    expect([large.status, large.message]).toEqual([413, 'A file may have 1 MB at most.']);
    delete process.env.FILE_MAX_MB;
    process.env.FILE_QUOTA_GB = '0.0001';
    const full = await upload(Buffer.alloc(1_100_000), 'large');
    expect([full.status, full.code]).toEqual([507, 'full']);
    expect(full.message).toMatch(/room for .* more/);
    delete process.env.FILE_QUOTA_GB;
  });

  test('that lies on another machine’s disk is not called missing, and whoever runs them is told', async () => {
    const { data } = await upload('here', 'here.txt');
    const before = process.env.DATA_DIR;
    const lines: string[] = [];
    const logged = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
    await tellFilesElsewhere();
    expect(lines).toEqual([]);
    process.env.DATA_DIR = await mkdtemp(join(tmpdir(), 'guildhall-disk-'));
    await tellFilesElsewhere();
    const answer = await send(`fileContent/${data._id}`);
    logged.mockRestore();
    await rm(process.env.DATA_DIR, { recursive: true });
    process.env.DATA_DIR = before;
    expect([answer.status, (await answer.json()).message]).toEqual([503, expect.stringContaining('people who run it')]);
    expect(lines.map((line) => JSON.parse(line).error.message).slice(0, 2)).toEqual([
      expect.stringMatching(/newest files do not lie there.*one DATA_DIR/),
      'Bytes are missing',
    ]);
    expect(await (await send(`fileContent/${data._id}`)).text()).toBe('here');
  });
});

const ask = (seat: string, method: string, path: string, body?: object) =>
  body ? sendTo(method, path, body, seat) : send(path, { seat, method });
const put = async (text: string, fields: Fields, seat = 'acme.admin', name = 'Offer.txt') =>
  (await upload(text, name, fields, seat)).data;
async function edit(id: string, changes: object) {
  const { data } = await (await ask('acme.admin', 'GET', `file/${id}`)).json();
  const answer = await ask('acme.admin', 'PATCH', `file/${id}`, { version: data.version, ...changes });
  expect(answer.status).toBe(200);
  return (await answer.json()).data;
}
async function seenBy(seat: string, id: string) {
  const answer = await (await ask(seat, 'GET', `fileVersions/${id}`)).json();
  const listed = answer.docs.map((one: { version_number: number }) => one.version_number);
  const opened: number[] = [];
  for (const number of [1, 2, 3, 4])
    if ((await ask(seat, 'GET', `fileContent/${id}?version_number=${number}`)).ok) opened.push(number);
  const rows: number[] = [];
  await asMember(seat, async ({ db }) => {
    const found = await db.$queryRaw<{ number: number }[]>`
      select v.version_number as number from file_version v join file_content c on c.org_id = v.org_id and c.id = v.content_id
       where v.file_id = ${id}::uuid order by 1 desc`;
    rows.push(...found.map(({ number }) => number));
  });
  return { listed, total: answer.totalDocs, opened, rows };
}

const all = (...numbers: number[]) => ({
  ...{ listed: numbers, total: numbers.length, opened: numbers.toReversed(), rows: numbers },
});

describe('the versions of a file', () => {
  test('from before it was shared stay with the team', async () => {
    const { _id: id } = await put('first draft', { project_id: WEB });
    await put('second draft', { file_id: id });
    await edit(id, { audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(2));
    await put('third', { file_id: id });
    expect(await seenBy('acme.client', id)).toEqual(all(3, 2));
    expect(await seenBy('acme.user', id)).toEqual(all(3, 2, 1));
    const current = await ask('acme.client', 'GET', `fileContent/${id}`);
    expect(await current.text()).toBe('third');
    const back = await ask('acme.client', 'POST', `restoreFileVersion/${id}`, { version_number: 1 });
    expect(back.status).toBeGreaterThanOrEqual(403);
    const zip = Buffer.from(await (await ask('acme.client', 'GET', `zip?file_ids=${id}`)).arrayBuffer());
    expect([zip.includes('third'), zip.includes('draft')]).toEqual([true, false]);
  });

  test('also when its folder is shared, and anew when it was hidden in between', async () => {
    const folder = await makeFolder(owner, { by: 'admin' });
    const { _id: id } = await put('1', { folder_id: folder });
    await put('2', { file_id: id });
    const { data } = await (await ask('acme.admin', 'GET', `folder/${folder}`)).json();
    await ask('acme.admin', 'PATCH', `folder/${folder}`, { version: data.version, audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(2));
    await edit(id, { audience: 'internal' });
    await put('3', { file_id: id });
    await edit(id, { audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(3));
  });

  test('that clients uploaded are theirs from the first', async () => {
    const { _id: id } = await put('mine', { project_id: WEB }, 'acme.client');
    await put('mine again', { file_id: id }, 'acme.client');
    expect(await seenBy('acme.client', id)).toEqual(all(2, 1));
  });

  test('of an internal task stay with the team when it is shared', async () => {
    const { rows } = await owner.query('select id, audience from task where project_id = $1 limit 1', [WEB]);
    const id = rows[0].id;
    await owner.query(`update task set audience = 'internal' where id = $1`, [id]);
    const { _id: file } = await put('inside', { task_id: id });
    await put('outside', { file_id: file });
    await owner.query(`update task set audience = 'client' where id = $1`, [id]);
    expect(await seenBy('acme.client', file)).toEqual(all(2));
    await owner.query('update task set audience = $2 where id = $1', [id, rows[0].audience]);
  });

  test('are told in the activity, to clients as far as they see it', async () => {
    const { _id: id } = await put('one', { project_id: WEB });
    await edit(id, { name: 'Renamed.txt' });
    await edit(id, { audience: 'client' });
    const kinds = async (seat: string) =>
      (await (await ask(seat, 'GET', `fileActivity/${id}`)).json()).docs?.map(({ kind }: { kind: string }) => kind);
    expect(await kinds('acme.user')).toEqual(['file.shared', 'file.renamed', 'file.added']);
    expect(await kinds('acme.client')).toEqual(['file.shared']);
    expect(await kinds('globex.admin')).toBeUndefined();
  });

  test('cannot be opened to clients by a member', async () => {
    const opened = asMember('acme.admin', ({ db }) => db.$executeRaw`update file set shared_from = 1`);
    await expect(opened).rejects.toThrow(/permission denied/);
  });
});

test('an upload and a new name say what was done to the name, and that the content is another', async () => {
  const add = (name: string) => put('<!doctype html><p>Hello', { project_id: WEB }, 'acme.admin', name);
  const unseen = 'Characters that cannot be seen were removed.';
  const page = 'Its name ends in .png, but its content is text/html.';
  const taken = 'The name was taken, so it got a number.';
  const snap = await add('sna\u200bp.png');
  expect([snap.name, snap.notes]).toEqual(['snap.png', [unseen, page]]);
  const other = await add('snap.png');
  expect([other.name, other.notes]).toEqual(['snap (2).png', [taken, page]]);
  const renamed = await edit(other._id, { name: 'a\u200b.html' });
  expect([renamed.name, renamed.notes]).toEqual(['a.html', [unseen]]);
  expect((await (await ask('acme.admin', 'GET', `file/${snap._id}`)).json()).data.notes).toEqual([page]);

  const make = async () =>
    (await (await ask('acme.admin', 'POST', 'folder', { name: '.Plans', project_id: WEB })).json()).data;
  const [first, second] = [await make(), await make()];
  const ends = 'Dots and spaces at its ends were removed.';
  expect([first.name, first.notes]).toEqual(['Plans', [ends]]);
  expect([second.name, second.notes]).toEqual(['Plans (2)', [ends, taken]]);
});

test('with a service nothing is written to the folder of data', async () => {
  const before = process.env.DATA_DIR;
  const scratch = await mkdtemp(join(tmpdir(), 'guildhall-scratch-'));
  // Nobody can write there.
  Object.assign(process.env, { DATA_DIR: '/proc/data', SCRATCH_DIR: scratch });
  storeIn('uploadthing');
  try {
    const { status, data } = await upload(await picture(), 'read-only.png');
    const drawn = await send(`fileThumbnail/${data._id}?size=64`);
    expect([status, drawn.status, await readdir(scratch)]).toEqual([201, 200, ['.incoming', '.thumbnails']]);
    expect(await readdir(join(scratch, '.incoming'))).toEqual([]);
  } finally {
    storeIn('local');
    delete process.env.SCRATCH_DIR;
    process.env.DATA_DIR = before;
    await rm(scratch, { recursive: true, force: true });
  }
});

describe('when an installation changes its storage', () => {
  afterEach(() => storeIn('local'));

  test.each([
    ['uploadthing', 'local'],
    ['local', 'uploadthing'],
  ] as const)('what was stored with %s is uploaded again to %s, and both can be read', async (first, second) => {
    storeIn(first);
    const [one, other] = [await upload(`moved from ${first}`, 'a.txt'), await upload(`left with ${first}`, 'b.txt')];
    storeIn(second);
    const again = await upload(`moved from ${first}`, 'again.txt');
    expect(again.status).toBe(201);
    const lies = await owner.query(
      'select c.stored_in from file f join file_content c on c.org_id = f.org_id and c.id = f.content_id where f.id = $1',
      [again.data._id],
    );
    expect(lies.rows).toEqual([{ stored_in: second }]);
    const read = async ({ data }: { data: { _id: string } }) => (await send(`fileContent/${data._id}`)).text();
    expect([await read(again), await read(one)]).toEqual(Array(2).fill(`moved from ${first}`));
    // Where it lies, not where new ones go; without the token that is said.
    if (second === 'uploadthing') expect(await read(other)).toBe(`left with ${first}`);
    else expect((await send(`fileContent/${other.data._id}`)).status).toBe(503);
  });
});

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
  await sweepUnknown(always);
  expect(await look()).toEqual([true, true]);
  await sweepUnknown(always, Date.now() + 2 * HOUR);
  expect(await look()).toEqual([true, false]);
  // F12: what no file has any more goes with the next sweep.
  await owner.query('delete from file where id = $1', [_id]);
  await sweepBytes(always);
  expect(await look()).toEqual([false, false]);
});

test('what another installation keeps in the same storage stays', async () => {
  const [theirs, orphan] = [await stored('theirs', newId()), await stored('another orphan')];
  await sweepUnknown(always, Date.now() + 4 * HOUR);
  expect([await isThere(theirs.storageKey), await isThere(orphan.storageKey)]).toEqual([true, false]);
});
