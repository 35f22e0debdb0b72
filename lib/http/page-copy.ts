import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Pages kept by one process; some 30 kB each. */
const MOST = 100;
/** Compressed thrice as fast as by default, for a tenth more bytes. */
const LEVEL = 3;
/** What asks Next for something other than the page. */
const OTHER_ANSWERS = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-segment-prefetch', 'range'];
/** Said of the connection, not of the page. Without `accept-encoding` the page arrives unpacked. */
const KEPT = new Set(['connection', 'x-guildhall-address']);
/** Next writes pages for these readers in another order. */
const READERS = /bot|crawl|spider|slurp|preview|facebook|embed|lighthouse|google/i;

/** A page without the nonce in it: its text, and its headers, between the places where the nonce stands. */
type Copy = { body: string[]; headers: [name: string, values: string[][]][] };

/** Pages that are rendered once: `answer` sends what `picks` is true for, or lets `pass` do it. */
export type Copies = {
  picks: (request: IncomingMessage) => boolean;
  answer: (request: IncomingMessage, response: ServerResponse, pass: () => unknown) => unknown;
};

/** What a visitor asks with. Only these reach a page that is to be copied, so that no other header can be in it. */
type Asked = { host: string; 'x-forwarded-host'?: string; cookie?: string };

/** A plain reading of a page as a browser does it, which may be answered with a copy. */
export const isPageRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && !OTHER_ANSWERS.some((name) => name in headers) && !READERS.test(headers['user-agent'] ?? '');

/** What a page depends on: the headers that it may read, and what else it shows. Null for what is not to be copied. */
type DependsOn = (request: IncomingMessage) => Promise<{ asked: Asked; shown: unknown } | null>;

/**
 * Renders a page once for all who would get the same, and answers the others with a copy that has a nonce of its own.
 * When `dependsOn` throws, the page is rendered, which tells the error.
 */
export function pageCopies(dependsOn: DependsOn): Copies['answer'] {
  const kept = new Map<string, { copy: Copy; shown: string }>();
  return async (request, response, pass) => {
    const known = await dependsOn(request).catch(() => null);
    if (response.destroyed) return;
    if (!known) return pass();
    const name = JSON.stringify([request.url, known.asked]);
    const shown = JSON.stringify(known.shown);
    const before = kept.get(name);
    if (before?.shown === shown) return send(before.copy, request, response);
    for (const header of Object.keys(request.headers)) if (!KEPT.has(header)) delete request.headers[header];
    Object.assign(request.headers, known.asked);
    listen(response, (copy) => {
      kept.set(name, { copy, shown });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    });
    pass();
  };
}

/** Reads along while the page is written; `keep` gets it if it is one that everybody may have. */
function listen(response: ServerResponse, keep: (copy: Copy) => unknown): void {
  const chunks: Buffer[] = [];
  const { write, end } = response;
  const hear = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  // biome-ignore lint/suspicious/noExplicitAny: node's overloads cannot be restated; the arguments pass through untouched.
  response.write = (...args: any[]) => {
    hear(args[0]);
    return write.apply(response, args as Parameters<typeof write>);
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  response.end = (...args: any[]) => {
    hear(args[0]);
    return end.apply(response, args as Parameters<typeof end>);
  };
  response.once('finish', () => {
    const nonce = /'nonce-([^']+)'/.exec(String(response.getHeader('content-security-policy') ?? ''))?.[1];
    const type = String(response.getHeader('content-type') ?? '');
    if (response.statusCode !== 200 || !nonce || !type.startsWith('text/html') || response.hasHeader('set-cookie'))
      return;
    const headers = Object.entries(response.getHeaders()).filter(([name]) => name !== 'content-length');
    keep({
      body: Buffer.concat(chunks).toString().split(nonce),
      headers: headers.map(([name, value]) => [name, [value].flat().map((one) => String(one).split(nonce))]),
    });
  });
}

function send({ body, headers }: Copy, request: IncomingMessage, response: ServerResponse): void {
  const nonce = btoa(crypto.randomUUID());
  for (const [name, values] of headers) {
    const [first = '', ...more] = values.map((parts) => parts.join(nonce));
    response.setHeader(name, more.length ? [first, ...more] : first);
  }
  const text = body.join(nonce);
  const packs = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = packs ? gzipSync(text, { level: LEVEL }) : Buffer.from(text);
  if (packs) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
