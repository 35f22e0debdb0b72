import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { onExpiry } from '@/components/query/session-channel';
import { fileRecord } from '@/components/test/gallery/file';
import { server } from '@/components/test/part';
import { type Answer, type Asked, wire } from '@/components/test/wire';
import { CONTENT_SUM, contentSum, PIECE_BYTES, pieceSum } from '@/lib/file/vocabulary.pieces';
import { keptUploads } from './kept-uploads';
import type { Upload } from './queue';
import { setAtService } from './road';
import { forget, sendFile } from './send';

/** Large files, and those that go to UploadThing, with the real SDKs of both; what the network answers is the test's. */

const RECORD = fileRecord(7, { name: 'Film.bin' });
const PLACE = { project_id: 'p-1', draft: 'true' } as const;
const POST = 'POST /api/upload/resumable';

/** Each is another object, as after a reload. */
const fileOf = (letter: string, size = PIECE_BYTES + 5) =>
  new File([letter.repeat(size)], 'Film.bin', { type: 'application/octet-stream', lastModified: 1 });
const uploadOf = (file: File, place: Upload['place'] = PLACE): Upload & { file: File } => ({
  ...{ id: 'upload-1', name: file.name, size: file.size, sent: 0, state: 'sending', place, where: 'Website' },
  file,
});
async function sumsOf(file: File): Promise<string[]> {
  const sums: string[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    sums.push(await pieceSum(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  return sums;
}

/** Sends, and says what came of it; `stop` is the person's pause. */
function begin(file: File, place?: Upload['place']) {
  const stop = new AbortController();
  const progress: number[] = [];
  const outcome = sendFile(uploadOf(file, place), { signal: stop.signal, onProgress: (sent) => progress.push(sent) });
  return {
    progress,
    stop: () => stop.abort(new Error('paused')),
    outcome: outcome.catch((error: Error) => error.message),
  };
}
const timesOf = (line: string) => wire.asked.filter((one) => one === line).length;

/** What waits before it tries again does so at once. */
beforeEach(() => {
  server.setOnline(true);
  const real = window.setTimeout.bind(window);
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void) => real(run, 0)) as typeof window.setTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
  setAtService(false);
});

/** The planned answers of a method come first, one each; null is the usual one. */
type Plan = Record<string, (Answer | null)[]>;

/** A server that keeps pieces. */
function resumable(plan: Plan = {}) {
  const there = { length: 0, offset: 0, sums: [] as string[] };
  const answer = async ({ method, headers, body }: Asked): Promise<Answer> => {
    const planned = plan[method]?.shift();
    if (planned) return planned;
    if (method === 'POST') {
      Object.assign(there, { length: Number(headers.get('Upload-Length')), offset: 0, sums: [] });
      return { status: 201, headers: { Location: `/api/upload/resumable/${timesOf(POST)}` } };
    }
    if (method === 'DELETE') return { status: 204 };
    if (method === 'PATCH') {
      there.offset += body.size;
      there.sums.push(await pieceSum(await body.arrayBuffer()));
    }
    const whole = method === 'PATCH' && there.offset === there.length;
    return {
      status: 200,
      headers: { 'Upload-Offset': String(there.offset), 'Upload-Length': String(there.length) },
      body: method === 'GET' ? there.sums.join('\n') : whole ? { data: RECORD } : '',
    };
  };
  onTestFinished(wire.install(answer));
  return { plan, offsets: () => wire.of('PATCH').map(({ headers }) => Number(headers.get('Upload-Offset'))) };
}
/** What the browser keeps of uploads that can go on. */
const known = () => Object.keys(localStorage).filter((name) => name.startsWith('tus'));

test('a large file goes in pieces, after a cut from where the server is, and its end says what the whole holds', async () => {
  const { offsets } = resumable({ PATCH: [null, 'cut', 'cut'], HEAD: [{ status: 503 }, { status: 429 }] });
  const file = fileOf('a');
  const { outcome, progress } = begin(file);
  expect(await outcome).toEqual(RECORD);
  expect(offsets()).toEqual([0, PIECE_BYTES, PIECE_BYTES, PIECE_BYTES]);
  const [made] = wire.of('POST');
  const said = Object.fromEntries((made?.headers.get('Upload-Metadata') ?? '').split(',').map((one) => one.split(' ')));
  expect([atob(said.filename), atob(said.project_id), atob(said.draft)]).toEqual(['Film.bin', 'p-1', 'true']);
  expect(progress.at(-1)).toBe(file.size);
  const sums = wire.of('PATCH').map(({ headers }) => headers.get(CONTENT_SUM));
  expect([sums[0], sums.at(-1)]).toEqual([null, await contentSum(await sumsOf(file))]);
  expect([keptUploads(Date.now()), known()]).toEqual([[], []]);
});

test('what the server refuses is told in its words and not tried again; without an answer the connection was cut', async () => {
  const refused = { status: 413, body: { message: 'This organisation has 3 MB left.' } };
  resumable({ POST: [refused] });
  expect(await begin(fileOf('a')).outcome).toBe('This organisation has 3 MB left.');
  expect(wire.asked).toHaveLength(1);
  resumable({ POST: Array(5).fill('cut') });
  expect(await begin(fileOf('a')).outcome).toBe('The connection was cut. Try again.');
  expect(wire.asked).toHaveLength(5);
});

test('a paused upload goes on in its page without a question, after a reload once its content is compared', async () => {
  const { offsets, plan } = resumable({ PATCH: [null, 'never'] });
  const film = fileOf('a');
  const first = begin(film);
  await expect.poll(offsets).toHaveLength(2);
  expect(keptUploads(Date.now())).toMatchObject([
    { name: 'Film.bin', size: film.size, place: PLACE, where: 'Website' },
  ]);
  first.stop();
  expect(await first.outcome).toBe('paused');
  plan.PATCH = ['never'];
  const second = begin(film);
  await expect.poll(offsets).toEqual([0, PIECE_BYTES, PIECE_BYTES]);
  second.stop();
  expect([timesOf('GET /api/upload/resumable/1'), timesOf(POST)]).toEqual([0, 1]);
  // What cannot be compared now is not lost.
  for (const away of ['cut', { status: 429 }, { status: 500 }] as const) {
    plan.GET = [away];
    expect(await begin(fileOf('a')).outcome).toBe('The connection was cut. Try again.');
  }
  expect(known()).toHaveLength(1);
  expect(await begin(fileOf('a')).outcome).toEqual(RECORD);
  expect([offsets().at(-1), timesOf(POST)]).toEqual([PIECE_BYTES, 1]);
});

test('another file of the same name, size and date begins anew, and ends nothing of the first; what is gone is forgotten', async () => {
  const { offsets, plan } = resumable({ PATCH: [null, 'never', 'never'] });
  const film = fileOf('a');
  const first = begin(film);
  await expect.poll(offsets).toHaveLength(2);
  first.stop();
  const twin = fileOf('b');
  await forget(uploadOf(twin));
  expect(wire.of('DELETE')).toEqual([]);
  const other = begin(twin);
  await expect.poll(offsets).toEqual([0, PIECE_BYTES, 0]);
  expect(timesOf(POST)).toBe(2);
  other.stop();
  const before = known().length;
  await forget(uploadOf(film));
  expect(wire.of('DELETE').map(({ path }) => path)).toEqual(['/api/upload/resumable/1']);
  expect(known().length).toBeLessThan(before);
  plan.GET = Array(5).fill({ status: 404 });
  plan.PATCH = ['never'];
  const again = begin(fileOf('b'));
  await expect.poll(offsets).toHaveLength(4);
  expect([timesOf(POST), known().length]).toEqual([3, 1]);
  again.stop();
  expect(localStorage.getItem(known()[0] ?? '')).toContain('/resumable/3');
});

test('the same file to another place begins anew', async () => {
  const { plan } = resumable();
  const file = fileOf('a');
  const places = [PLACE, {}, ...['project_id', 'folder_id', 'task_id', 'file_id'].map((name) => ({ [name]: 'x-1' }))];
  for (const [at, place] of places.entries()) {
    plan.PATCH = ['never'];
    const one = begin(file, place);
    await expect.poll(() => wire.of('PATCH')).toHaveLength(at + 1);
    expect(timesOf(POST)).toBe(at + 1);
    one.stop();
  }
});

test('a small file that finds the session ended says so to the page; another refusal does not', async () => {
  const ended = vi.fn();
  onTestFinished(onExpiry(ended));
  onTestFinished(wire.install(() => ({ status: 500 })));
  expect(await begin(fileOf('a', 20)).outcome).toBe('The server did not take the file. Try again.');
  expect([wire.asked, ended.mock.calls.length]).toEqual([['POST /api/upload'], 0]);
  onTestFinished(wire.install(() => ({ status: 401, body: { message: 'Sign in again.' } })));
  expect(await begin(fileOf('a', 20)).outcome).toBe('Sign in again.');
  expect(ended).toHaveBeenCalledTimes(1);
});

const SIGNED = { url: 'https://ingest.example/key-1', key: 'key-1', name: 'Film.bin', customId: 'org-1.file-1' };
const SIGN = 'POST /api/uploadthing';
const PUT = 'PUT /key-1';

/** Our server signs, and UploadThing has `there` bytes of the file; then it says what our server answered it. */
function atService(plan: Plan = {}, there = 0) {
  setAtService(true);
  const service = { there };
  const usual = (method: string): Answer => {
    if (method === 'POST') return { status: 200, body: [SIGNED] };
    if (method === 'HEAD') return { status: 200, headers: { 'x-ut-range-start': String(service.there) } };
    return { status: 200, body: { serverData: { file: RECORD } } };
  };
  onTestFinished(wire.install(({ method }) => plan[method]?.shift() ?? usual(method)));
  return { plan, service };
}

test('UploadThing takes a file straight from the browser; an empty one goes to the server', async () => {
  atService();
  const file = fileOf('a', 20);
  const { outcome, progress } = begin(file);
  expect(await outcome).toEqual(RECORD);
  expect(wire.asked).toEqual([SIGN, 'HEAD /key-1', PUT]);
  expect(JSON.parse(await (wire.of('POST')[0]?.body.text() ?? ''))).toMatchObject({ input: PLACE });
  expect([progress.at(-1), await wire.of('PUT')[0]?.body.text()]).toEqual([20, 'a'.repeat(20)]);
  // Sent once more, it is another one.
  expect([await begin(file).outcome, timesOf(SIGN)]).toEqual([RECORD, 2]);
  atService({ POST: [{ status: 201, body: { data: RECORD } }] });
  expect(await begin(fileOf('a', 0)).outcome).toEqual(RECORD);
  expect(wire.asked).toEqual(['POST /api/upload']);
});

test('what our server refuses before or after UploadThing has the file is told and not tried again', async () => {
  const ended = vi.fn();
  onTestFinished(onExpiry(ended));
  atService({ POST: [{ status: 413, body: { message: 'No space is left.' } }] });
  expect(await begin(fileOf('a', 20)).outcome).toBe('No space is left.');
  expect([wire.asked, ended.mock.calls.length]).toEqual([[SIGN], 0]);
  atService({ POST: [{ status: 401, body: { message: 'Sign in again.', reason: 'unauthenticated' } }] });
  expect(await begin(fileOf('a', 20)).outcome).toBe('Sign in again.');
  expect([wire.asked, ended.mock.calls.length]).toEqual([[SIGN], 1]);
  atService({ PUT: [{ status: 200, body: { serverData: { refused: { message: 'The folder is gone.' } } } }] });
  expect(await begin(fileOf('a', 20)).outcome).toBe('The folder is gone.');
  expect(wire.of('PUT')).toHaveLength(1);
});

test('a cut or a pause goes on with what was signed; an answer that refuses is signed anew, a few times', async () => {
  const { plan } = atService({ PUT: ['cut', 'never'] });
  const file = fileOf('a', 20);
  const first = begin(file);
  await expect.poll(() => timesOf(PUT)).toBe(2);
  first.stop();
  expect(await first.outcome).toBe('paused');
  plan.PUT = [{ status: 403 }];
  expect([timesOf(SIGN), await begin(file).outcome]).toEqual([1, RECORD]);
  expect([timesOf(SIGN), timesOf(PUT)]).toEqual([2, 4]);
  plan.PUT = Array(5).fill({ status: 500 });
  expect(await begin(file).outcome).toBe('The file was not taken. Try again.');
  plan.PUT = Array(5).fill('cut');
  expect(await begin(file).outcome).toBe('The connection was cut. Try again.');
});

test('after a reload the same content goes on from where UploadThing is; another one, and after an hour, it is signed anew', async () => {
  const { plan, service } = atService({ PUT: ['never'] });
  const grants = () => localStorage.getItem('guildhall-grants') ?? '';
  const [, last = 'none'] = await sumsOf(fileOf('a'));
  const first = begin(fileOf('a'));
  await expect.poll(() => timesOf(PUT)).toBe(1);
  await expect.poll(grants).toContain(last);
  first.stop();
  service.there = 8;
  plan.PUT = ['never'];
  const same = begin(fileOf('a'));
  await expect.poll(() => wire.of('PUT').at(-1)?.headers.get('Range')).toBe('bytes=8-');
  same.stop();
  expect([timesOf(SIGN), wire.of('PUT').at(-1)?.body.size]).toEqual([1, PIECE_BYTES - 3]);
  const kept = grants();
  expect(await begin(fileOf('b')).outcome).toEqual(RECORD);
  expect([timesOf(SIGN), grants()]).toEqual([2, '{}']);
  const [one] = Object.entries<{ at: number }>(JSON.parse(kept));
  localStorage.setItem(
    'guildhall-grants',
    JSON.stringify({ [one?.[0] ?? '']: { ...one?.[1], at: Date.now() - 3_600_000 } }),
  );
  expect(await begin(fileOf('a')).outcome).toEqual(RECORD);
  expect(timesOf(SIGN)).toBe(3);
});

test('a file that UploadThing has before it is read is asked for until it is there', async () => {
  const missing = { status: 404, body: { status: 404, code: 'not_found', message: 'No such file.' } };
  const late = { status: 200, body: { serverData: null } };
  atService({ PUT: [late], GET: [missing, missing, { status: 200, body: { status: 200, data: RECORD } }] });
  expect(await begin(fileOf('a', 20)).outcome).toEqual(RECORD);
  expect(timesOf('GET /api/file/file-1')).toBe(3);
  atService({ PUT: [late], GET: Array(8).fill(missing) });
  expect(await begin(fileOf('a', 20)).outcome).toMatch(/^The file has arrived, but is not read yet\./);
});
