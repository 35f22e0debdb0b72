import { callApi } from '@/lib/api/call';
import type { Method } from '@/lib/api/endpoint';
import { table } from '@/lib/api/table';
import { signInWithPassword } from '@/lib/auth/sign-in';
import { PASSWORD } from '@/lib/test/fixtures';

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
  /** An object is sent as JSON; text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export async function call(method: Method, path: string, options: WireCall = {}): Promise<WireAnswer> {
  const { token, query = {}, body, headers } = options;
  const search = new URLSearchParams(query).toString();
  const request = new Request(`http://localhost:3000/api/${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token && { Authorization: token.startsWith('Bearer ') ? token : `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = await callApi(table, request, path);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as WireBody };
}

const tokens = new Map<string, string>();

/** The bearer of a fixture such as `acme.user`, signed in once a file. */
export async function bearer(seat: string): Promise<string> {
  const known = tokens.get(seat);
  if (known) return known;
  const [org, name] = seat.split('.') as [string, string];
  const email = name === 'both' ? 'both@guild.test' : `${name}@${org}.test`;
  const { token } = await signInWithPassword({ email, password: PASSWORD, sub_domain: org }, 'bearer', {});
  tokens.set(seat, token);
  return token;
}
