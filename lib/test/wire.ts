import { callApi, findEndpoints } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import type { Method } from '@/lib/contract/endpoint';
import { fixtureId } from '@/lib/test/fixtures';
import { loggedAbout } from '@/lib/test/logged';
import { openBearer } from '@/lib/test/session';
import { spareAdmin } from '@/lib/test/spare-organisation';

/** Endpoints called as another program calls them, from bytes to bytes, with real sessions on a real database. */

export type WireBody = {
  status: number;
  message: string;
  data?: unknown;
  docs?: unknown[];
  code?: string;
  errors?: Record<string, string[]>;
  current?: unknown;
  request_id?: string;
  [field: string]: unknown;
};
export type WireAnswer = { status: number; headers: Headers; body: WireBody };
export type WireCall = {
  /** A token, with or without `Bearer`; null or absent: none. */
  token?: string | null;
  query?: Record<string, string> | string;
  /** An object is sent as its endpoint wants it, as JSON or as a form; text and forms are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** What `call` sends. */
export function requestOf(method: Method, path: string, options: WireCall = {}): Request {
  const { token, query = {}, body: given, headers } = options;
  const search = new URLSearchParams(query).toString();
  const sent = encoded(method, path, given);
  return new Request(`http://localhost:3000/api/${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token && { Authorization: token.startsWith('Bearer ') ? token : `Bearer ${token}` }),
      // The type of a form names the boundary, which only the request knows.
      ...(sent !== undefined && !(sent instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
}

export const call = (method: Method, path: string, options: WireCall = {}, lines = table): Promise<WireAnswer> =>
  exchange(requestOf(method, path, options), path, lines);

/** Throws, with what the server logged, for an answer of 500: it is never right. */
export async function exchange(request: Request, path: string, lines = table): Promise<WireAnswer> {
  const answer = await callApi(lines, request, path);
  const isJson = answer.headers.get('content-disposition') === null;
  const body: WireBody = isJson
    ? await answer.json()
    : { status: answer.status, message: '', data: await answer.text() };
  if (answer.status === 500)
    throw new Error(`500 for ${request.method} ${path}. The log says:\n${loggedAbout(body.request_id ?? path)}`);
  return { status: answer.status, headers: answer.headers, body };
}

function encoded(method: Method, path: string, body: unknown): string | FormData | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof FormData) return body;
  const multipart = findEndpoints(table, path).some(({ endpoint }) => endpoint.method === method && endpoint.multipart);
  return multipart ? formOf(body as Record<string, unknown>) : JSON.stringify(body);
}

/** Fields as text, files as files; a form has no other types, so objects and lists become files of JSON. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.set(name, value);
    else if (typeof value === 'object' && value !== null)
      form.set(name, new File([JSON.stringify(value)], `${name}.json`, { type: 'application/json' }));
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

const tokens = new Map<string, string>();

/** The bearer of a fixture such as `acme.user`, one session a file. */
export async function bearer(seat: string): Promise<string> {
  // One that a call may delete: a new one each time.
  if (seat === 'spare.admin') return spareAdmin();
  const token = tokens.get(seat) ?? (await openBearer(fixtureId(seat)));
  tokens.set(seat, token);
  return token;
}
