import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Pages kept by one process; some 30 kB each. */
const MOST = 100;
/** Compressed thrice as fast as by default, for a tenth more bytes. */
const LEVEL = 3;
/** How much longer than packed a page is, about. */
const UNPACKED = 9;
/** What asks Next for something other than the page. */
const OTHER_ANSWERS = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-segment-prefetch', 'range'];
/** Said of the connection, not of the page. Without `accept-encoding` the page arrives unpacked. */
const KEPT = new Set(['connection', 'x-guildhall-address']);
const OF_ONE_ANSWER = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);
/** A page, or its data for a navigation. */
const PAGE = /^text\/(?:html|x-component)\b/;
/** A part of the page that failed on the server, in its HTML and in its data. */
const FAILED = /data-dgst=|:E\{\\?"/;
/** Next writes pages for these readers in another order. */
const READERS = /bot|crawl|spider|slurp|preview|facebook|embed|lighthouse|google/i;

/** A page without what differs in each answer: its text, and its headers. */
type Parts = { body: Text; headers: [name: string, values: Text[]][] };
/** `parts`: null for a page that must not be sent again. They are cut when they are first asked for. */
export type Copy = { parts: () => Parts | null; bytes: number };
/** Text between holes, and what stands in each. */
type Text = (string | { hole: Hole })[];
type Hole = 'nonce' | 'now';

/** Pages that are rendered once: `answer` sends what `picks` is true for, or lets `pass` do it. */
export type Copies = {
  picks: (request: IncomingMessage) => boolean;
  answer: (request: IncomingMessage, response: ServerResponse, pass: () => unknown) => unknown;
};

/** What a visitor asks with. Only these reach a page that is to be copied, so that no other header can be in it. */
type Asked = { host: string; 'x-forwarded-host'?: string; cookie?: string };

/** A plain reading of a page as a browser does it, which may be answered with a copy. `but`: headers that it may have. */
export const isPageRead = ({ method, headers }: IncomingMessage, but: readonly string[] = []): boolean =>
  method === 'GET' &&
  !OTHER_ANSWERS.some((name) => name in headers && !but.includes(name)) &&
  !READERS.test(headers['user-agent'] ?? '');

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
    if (before?.shown === shown && sendCopy(before.copy, request, response)) return;
    for (const header of Object.keys(request.headers)) if (!KEPT.has(header)) delete request.headers[header];
    Object.assign(request.headers, known.asked);
    copyAnswer(response, (copy) => {
      kept.set(name, { copy, shown });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    });
    pass();
  };
}

/**
 * Reads along while a page is written; `keep` gets it if it is one that may be sent again. `loadedAt`: the moment in ms
 * that the page says it was read at.
 */
export function copyAnswer(
  response: ServerResponse,
  keep: (copy: Copy) => unknown,
  loadedAt?: () => number | undefined,
) {
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
    const packing = response.getHeader('content-encoding');
    if (response.statusCode !== 200 || !nonce || !PAGE.test(type) || response.hasHeader('set-cookie')) return;
    if (packing !== undefined && packing !== 'gzip') return;
    const bytes = Buffer.concat(chunks);
    const headers = Object.entries(response.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.has(name));
    let cutUp: Parts | null | undefined;
    const parts = () => {
      if (cutUp !== undefined) return cutUp;
      const text = (packing ? gunzipSync(bytes) : bytes).toString();
      const holes = { nonce, now: loadedAt?.() };
      const whole = (value: unknown) => [value].flat().map((one) => cut(String(one), holes));
      cutUp = FAILED.test(text)
        ? null
        : { body: cut(text, holes), headers: headers.map(([name, value]) => [name, whole(value)]) };
      return cutUp;
    };
    keep({ parts, bytes: bytes.length * (packing ? UNPACKED : 1) });
  });
}

function cut(text: string, { nonce, now }: { nonce: string; now?: number | undefined }): Text {
  const stands: Record<string, Hole> = { [nonce]: 'nonce', ...(now !== undefined && { [now]: 'now' }) };
  const places = new RegExp(`(${Object.keys(stands).map(escaped).join('|')})`);
  return text.split(places).map((part, at) => (at % 2 ? { hole: stands[part] as Hole } : part));
}

const escaped = (text: string) => text.replace(/[^\w]/g, '\\$&');

/** False: there is nothing to send. */
export function sendCopy({ parts }: Copy, request: IncomingMessage, response: ServerResponse): boolean {
  const known = parts();
  if (!known) return false;
  const { body, headers } = known;
  const fills: Record<Hole, string> = { nonce: btoa(crypto.randomUUID()), now: String(Date.now()) };
  const whole = (text: Text) => text.map((part) => (typeof part === 'string' ? part : fills[part.hole])).join('');
  for (const [name, values] of headers) {
    const [first = '', ...more] = values.map(whole);
    response.setHeader(name, more.length ? [first, ...more] : first);
  }
  const text = whole(body);
  const packs = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = packs ? gzipSync(text, { level: LEVEL }) : Buffer.from(text);
  if (packs) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', bytes.length);
  response.setHeader('server-timing', 'copy');
  response.end(bytes);
  return true;
}
