import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from '@fastify/busboy';

/** UploadThing's protocol, version 7, as its SDK speaks it: signed PUT with callback, signed GET with Range, list, delete. */

const APP = 'app1';
const KEY = 'sk_test_guildhall';

type Stored = {
  key: string;
  customId: string;
  name: string;
  size: number;
  type: string;
  disposition: string;
  acl: string | null;
  at: number;
};
/** What the application told of an upload before it began. */
type Announced = { metadata: object; callbackUrl: string; callbackSlug: string };

export type Callback = { url: string; payload: string; signature: string };

export type UploadThingService = {
  /** What the SDK reads. */
  token: string;
  environment: Record<string, string>;
  stored: Map<string, Stored>;
  /** Of each upload that has ended; sent again it is a replay. */
  callbacks: Callback[];
  /** From which byte on each request sent. */
  begins: number[];
  /** From now on uploads lose their connections when they have sent so many bytes. */
  cutAfter: (bytes: number) => void;
  close: () => Promise<void>;
};

export async function startUploadThing(): Promise<UploadThingService> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-uploadthing-'));
  const stored = new Map<string, Stored>();
  const announced = new Map<string, Announced>();
  const results = new Map<string, (data: unknown) => void>();
  const callbacks: Callback[] = [];
  const begins: number[] = [];
  let cut = Number.POSITIVE_INFINITY;
  const pathOf = (key: string) => join(folder, key.replace(/\W/g, ''));

  async function put(url: URL, request: IncomingMessage, response: ServerResponse) {
    const key = url.pathname.slice(1);
    // The SDK encodes values twice.
    const said = (name: string) => decodeURIComponent(url.searchParams.get(`x-ut-${name}`) ?? '');
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    begins.push(from);
    await partOf(request, pathOf(key), from, cut);
    const { size } = await stat(pathOf(key));
    if (size !== Number(said('file-size'))) return send(response, 400, { error: 'Another size was signed' });
    const about = { customId: said('custom-id'), name: said('file-name'), type: said('file-type') };
    const disposition = said('content-disposition');
    stored.set(key, { key, size, ...about, disposition, acl: said('acl'), at: Date.now() });
    const ufsUrl = new URL(`/f/${key}`, url).href;
    const urls = { url: ufsUrl, appUrl: ufsUrl, ufsUrl, fileHash: '' };
    const file = { ...urls, name: said('file-name'), size, type: said('file-type'), customId: said('custom-id'), key };
    const announcement = announced.get(key);
    const serverData = announcement ? await callBack(url, announcement, file) : null;
    send(response, 200, { ...urls, serverData });
  }

  async function callBack(url: URL, { metadata, callbackUrl, callbackSlug }: Announced, file: { key: string }) {
    const payload = JSON.stringify({ status: 'uploaded', file, origin: url.origin, metadata });
    const signature = `hmac-sha256=${createHmac('sha256', KEY).update(payload).digest('hex')}`;
    const callback = { url: `${callbackUrl}?slug=${callbackSlug}`, payload, signature };
    callbacks.push(callback);
    const result = new Promise((resolve) => results.set(file.key, resolve));
    await sendCallback(callback);
    return result;
  }

  async function get(url: URL, request: IncomingMessage, response: ServerResponse) {
    const found = stored.get(url.pathname.split('/').at(-1) ?? '');
    if (!found) return send(response, 404, {});
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const range = from === undefined ? {} : { start: Number(from), end: Number(to) };
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': found.type,
      'content-disposition': `${found.disposition}; filename="${encodeURIComponent(found.name)}"`,
    });
    await pipeline(createReadStream(pathOf(found.key), range), response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (request.method === 'OPTIONS') return send(response, 200, {});
    if (request.method === 'HEAD') {
      const there = await stat(pathOf(url.pathname.slice(1))).catch(() => null);
      response.setHeader('x-ut-range-start', String(there?.size ?? 0));
      return send(response, signed(url) ? 200 : 403, {});
    }
    if (request.method === 'PUT') return signed(url) ? put(url, request, response) : send(response, 403, {});
    if (request.method === 'GET') return signed(url) ? get(url, request, response) : send(response, 403, {});
    if (request.headers['x-uploadthing-api-key'] !== KEY) return send(response, 401, {});
    const body = JSON.parse(await textOf(request));
    if (url.pathname === '/route-metadata') {
      for (const key of body.fileKeys as string[]) announced.set(key, body);
      return send(response, 200, { ok: true });
    }
    if (url.pathname === '/callback-result') {
      results.get(body.fileKey)?.(body.callbackData);
      return send(response, 200, { ok: true });
    }
    if (url.pathname === '/v6/deleteFiles') {
      const deleted = (body.fileKeys as string[]).filter((key) => stored.delete(key));
      await Promise.all(deleted.map((key) => rm(pathOf(key), { force: true })));
      return send(response, 200, { success: true, deletedCount: deleted.length });
    }
    if (url.pathname === '/v6/listFiles') {
      const all = [...stored.values()].map(({ key, customId, name, size, at }) => ({
        ...{ id: key, key, customId, name, size, status: 'Uploaded', uploadedAt: at },
      }));
      const { offset = 0, limit = 500 } = body;
      return send(response, 200, { files: all.slice(offset, offset + limit), hasMore: all.length > offset + limit });
    }
    send(response, 404, {});
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => send(response, 500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    token: Buffer.from(JSON.stringify({ apiKey: KEY, appId: APP, regions: ['local'] })).toString('base64'),
    environment: {
      UPLOADTHING_INGEST_URL: `http://${host}`,
      UPLOADTHING_API_URL: `http://${host}`,
      UPLOADTHING_UFS_HOST: host,
      UPLOADTHING_UFS_APP_ID_LOCATION: 'path',
    },
    stored,
    callbacks,
    begins,
    cutAfter: (bytes) => {
      cut = bytes;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The signature is over the URL before it, and the time has not come. */
function signed(url: URL): boolean {
  const [text = '', signature = ''] = url.href.split('&signature=');
  const right = Buffer.from(`hmac-sha256=${createHmac('sha256', KEY).update(text).digest('hex')}`);
  const given = Buffer.from(decodeURIComponent(signature));
  const expires = Number(url.searchParams.get('expires'));
  return given.length === right.length && timingSafeEqual(given, right) && expires > Date.now();
}

/** As the service calls the application when an upload has ended. */
export const sendCallback = ({ url, payload, signature }: Callback): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'uploadthing-hook': 'callback',
      'x-uploadthing-signature': signature,
    },
    body: payload,
  });

/** `cut`: then the connection is gone; what came before is kept. */
function partOf(request: IncomingMessage, path: string, from: number, cut: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = busboy({ headers: request.headers as { 'content-type': string } });
    form.on('file', (_, file) => keep(file).then(resolve, reject));
    form.on('error', reject);
    request.on('error', reject);
    request.pipe(form);
  });

  async function keep(file: AsyncIterable<Buffer>): Promise<void> {
    const handle = await open(path, from ? 'r+' : 'w');
    let kept = 0;
    try {
      for await (const chunk of file) {
        await handle.write(chunk, 0, chunk.length, from + kept);
        kept += chunk.length;
        if (kept < cut) continue;
        request.destroy();
        throw new Error('The connection was cut');
      }
    } finally {
      await handle.close();
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text || '{}';
}

function send(response: ServerResponse, status: number, body: object): void {
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const shown = { 'access-control-allow-methods': '*', 'access-control-expose-headers': '*' };
  if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json', ...open, ...shown });
  response.end(JSON.stringify(body));
}
