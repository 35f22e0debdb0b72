import 'server-only';
import { create as disposition } from 'content-disposition';
import type { FileAnswer, RangedBody } from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import type { ReadableHeaders } from '@/lib/tenant/tenant';

/** Nothing that was uploaded runs, whatever it says that it is. `no-transform`: nobody compresses a part of a file. */
const GUARD = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Authorization, Cookie',
};

type Given = { status: number; headers?: Record<string, string> };
type Asked = { method: string; headers: ReadableHeaders };

/** A file as HTTP sends it (RFC 6266, 9110): a range, nothing for HEAD, 304 for what the caller has. */
export async function fileResponse(
  { name, type, body, inline }: FileAnswer,
  { status, headers }: Given,
  request?: Asked,
): Promise<Response> {
  const always = {
    ...GUARD,
    'Cache-Control': 'no-store',
    'Content-Type': type,
    // Quoted also where it need not be: not every program reads a token.
    'Content-Disposition': disposition(name, { type: inline ? 'inline' : 'attachment' }).replace(
      /^(\w+; )filename=([^";]+)/,
      '$1filename="$2"',
    ),
    ...headers,
  };
  if (typeof body === 'string' || body instanceof ReadableStream)
    return new Response(body, { status, headers: always });
  return rangeResponse(body, always, request);
}

async function rangeResponse(
  { size, etag, changedAt, open, elsewhere }: RangedBody,
  always: Record<string, string>,
  request?: Asked,
): Promise<Response> {
  const given = request?.headers ?? new Headers();
  const ETag = `"${etag}"`;
  const lastModified = new Date(Math.floor(changedAt.getTime() / 1_000) * 1_000);
  const headers = {
    ...always,
    'Cache-Control': 'private, no-cache, no-transform',
    'Accept-Ranges': 'bytes',
    ETag,
    'Last-Modified': lastModified.toUTCString(),
  };
  if (isKnown(given, ETag, lastModified)) return new Response(null, { status: 304, headers });
  const range = mayRange(given, ETag, lastModified) ? rangeOf(given.get('range'), size) : null;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  }
  const length = range ? range.end - range.start + 1 : size;
  const more = {
    ...headers,
    'Content-Length': String(length),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  };
  const status = range ? 206 : 200;
  if (request?.method === 'HEAD') return new Response(null, { status, headers: more });
  const address = await elsewhere?.();
  if (address) return new Response(null, { status: 302, headers: { ...always, Location: address } });
  const bytes = length ? await open(range ?? undefined) : new ReadableStream({ start: (end) => end.close() });
  if (!bytes)
    throw new DomainError(
      'unavailable',
      'The bytes of this file are not where this server keeps files. Tell the people who run it.',
    );
  return new Response(bytes, { status, headers: more });
}

function isKnown(given: ReadableHeaders, etag: string, changed: Date): boolean {
  const known = given.get('if-none-match');
  if (known !== null) return known.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
  const since = Date.parse(given.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && changed.getTime() <= since;
}

/** If-Range: a part of what the caller has, or all of what it is now. */
function mayRange(given: ReadableHeaders, etag: string, changed: Date): boolean {
  const condition = given.get('if-range');
  return condition === null || condition.trim() === etag || Date.parse(condition) === changed.getTime();
}

/** More than two numbers of twenty digits need. */
const LONGEST_RANGE = 100;

/** Null for none, for several and for what cannot be read: all of it is answered then. Both ends inclusive. */
export function rangeOf(header: string | null, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  // A header may hold thousands of spaces, and the expression tries each split of them.
  if (header === null || header.length > LONGEST_RANGE) return null;
  const [, first, last] = /^bytes ?= ?(\d*) ?- ?(\d*)$/i.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || (!first && !last)) return null;
  if (!first) {
    const count = Math.min(Number(last), size);
    return count ? { start: size - count, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
