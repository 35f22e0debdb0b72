import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Program } from '../../support/program';
import type { Installation } from './installation';

const BOUNDARY = 'a-boundary-that-no-file-has';

/** Pieces of a file, of which one is random, so that no two files are the same content. @param bytes in all */
function* piecesOf(bytes: number): Generator<Buffer> {
  const filling = Buffer.alloc(1 << 20, 7);
  for (let left = bytes; left > 0; left -= filling.length) {
    const piece = left === bytes ? Buffer.concat([randomBytes(32), filling.subarray(32)]) : filling;
    yield piece.subarray(0, Math.min(left, piece.length));
  }
}

/** What came of an upload: `status` 0 without an answer. */
export type Uploaded = { status: number; id?: string; message?: string; sha256: string };

/** A form as a program sends it, one piece after the other; memory of this script stays flat. */
export async function upload(
  { url }: Installation,
  { cookie }: Program,
  { name, bytes, project, length = true }: { name: string; bytes: number; project: string; length?: boolean },
): Promise<Uploaded> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n${project}\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const hash = createHash('sha256');
  const request = http.request(`${url}/api/upload`, {
    method: 'POST',
    // Whoever is refused stops in the middle: what is sent next over this connection would be the rest of it.
    agent: false,
    headers: {
      Cookie: cookie,
      Origin: url,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(length && { 'Content-Length': head.length + bytes + tail.length }),
    },
  });
  const answered = new Promise<Omit<Uploaded, 'sha256'>>((resolve) => {
    request.on('error', (error) => resolve({ status: 0, message: String(error) }));
    request.on('response', async (response) => {
      let text = '';
      try {
        for await (const part of response) text += part;
        const body = JSON.parse(text) as { message: string; data?: { _id: string } };
        resolve({ status: response.statusCode ?? 0, message: body.message, id: body.data?._id });
      } catch (error) {
        resolve({ status: 0, message: String(error) });
      }
    });
  });
  let over = false;
  void answered.then(() => {
    over = true;
  });
  const send = async (piece: Buffer) => {
    if (!request.write(piece)) await Promise.race([new Promise((done) => request.once('drain', done)), answered]);
  };
  await send(head);
  for (const piece of piecesOf(bytes)) {
    if (over) break;
    hash.update(piece);
    await send(piece);
  }
  request.end(tail);
  return { ...(await answered), sha256: hash.digest('hex') };
}

/** @returns status, and the sum of what came; @param range of the header */
export async function download({ url }: Installation, { cookie }: Program, path: string): Promise<[number, string]> {
  const answer = await fetch(`${url}/api/${path}`, { headers: { cookie } });
  const hash = createHash('sha256');
  for await (const part of answer.body ?? []) hash.update(part);
  return [answer.status, hash.digest('hex')];
}

/** Watches what lies in memory of the application's processes, in MB. */
export class Resident {
  most = 0;
  readonly #timer = setInterval(() => this.now(), 100);

  constructor(private readonly installation: Installation) {}

  /** 0 while none of them runs, as after a kill. */
  now(): number {
    const pids = this.installation.pids('application');
    // ps fails where the last of them has ended meanwhile.
    const told = pids.length ? spawnSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' }).stdout : '';
    const sizes = told.trim().split(/\s+/);
    const size = Math.round(sizes.reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1_024);
    this.most = Math.max(this.most, size);
    return size;
  }

  stop = () => clearInterval(this.#timer);
}

/** Everything of the local storage: what is stored, by key, and what is on its way. */
export function onDisk({ dir }: Installation): { stored: string[]; way: string[] } {
  const root = path.join(dir, 'files');
  const all = fs.existsSync(root) ? (fs.readdirSync(root, { recursive: true, encoding: 'utf8' }) as string[]) : [];
  const files = all.filter((name) => fs.statSync(path.join(root, name)).isFile());
  return {
    stored: files
      .filter((name) => !name.startsWith('.'))
      .map((name) => name.split('/'))
      .map(([org, , id]) => `${org}/${id}`),
    way: files.filter((name) => /^\.(?:incoming|resumable)\//.test(name)),
  };
}

/** Makes everything on disk look two days old, as the sweep sees it. */
export function age({ dir }: Installation): void {
  const root = path.join(dir, 'files');
  const before = new Date(Date.now() - 48 * 3_600_000);
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' }) as string[])
    fs.utimesSync(path.join(root, name), before, before);
}
