import 'server-only';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { deadline, withinDeadline } from '@/lib/deadline';
import { STATUS } from '@/lib/errors';
import { authOptions, withFailure } from '@/lib/session/next-auth';

/** In bytes. A form holds an email, a password, a token and a path. */
const MAX_BODY = 64 * 1024;
const CALLBACK_URL_COOKIE = /^(?:__Secure-)?next-auth\.callback-url$/;

const refused = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ status, code, message }, { status, headers });

/** next-auth answers unexpected input with 500 and logs it raw: such requests are refused before it. */
export async function nextAuthRoute(request: Request, context: { params: Promise<{ nextauth: string[] }> }) {
  const [action] = (await context.params).nextauth;
  const allowed = action === 'callback' ? 'POST' : action === 'session' ? 'GET' : request.method;
  if (request.method !== allowed) return refused(405, 'method', `Use ${allowed} here.`, { Allow: allowed });

  const { cookies } = new NextRequest(request.url, { headers: request.headers });
  const wrong = cookies.getAll().find(({ name, value }) => CALLBACK_URL_COOKIE.test(name) && !isCallbackUrl(value));
  if (wrong)
    return refused(400, 'malformed', 'The cookie of the callback URL cannot be read. It was removed: try again.', {
      'Set-Cookie': `${wrong.name}=; Max-Age=0; Path=/${wrong.name.startsWith('__Secure-') ? '; Secure' : ''}`,
    });
  const asked = new URL(request.url).searchParams.getAll('callbackUrl');
  if (!asked.every(isCallbackUrl)) return refused(400, 'malformed', 'The callback URL cannot be read.');

  let body: string | undefined;
  if (request.method === 'POST') {
    const read = await readBody(request);
    if (read === null) return refused(413, 'too_large', 'A sign-in form can be at most 64 KB.');
    const fields = fieldsOf(read, request.headers.get('content-type') ?? '');
    if (!fields) return refused(400, 'malformed', 'The body cannot be read.');
    if (fields.callbackUrl !== undefined && !isCallbackUrl(fields.callbackUrl))
      return refused(400, 'malformed', 'The callback URL cannot be read.');
    body = read;
  }
  const { method, headers: sent } = request;
  const forwarded = new NextRequest(request.url, { method, headers: sent, body });
  const until = deadline(method === 'POST' ? 'write' : 'read');
  const { result: answer, failure } = await withinDeadline(until, () =>
    withFailure(() => NextAuth(authOptions())(forwarded, context) as Promise<Response>),
  );
  if (!failure) return answer;
  // The body stays as next-auth's client expects it; only the status changes.
  const headers = new Headers(answer.headers);
  // A failed look-up must not sign anybody out.
  headers.delete('Set-Cookie');
  if (failure.retryAfter) headers.set('Retry-After', String(failure.retryAfter));
  return new Response(answer.body, { status: STATUS[failure.code], headers });
}

/** A path or absolute web URL as a header can hold it, or nothing. next-auth decides where it may lead. */
function isCallbackUrl(url: unknown): boolean {
  if (typeof url !== 'string' || url.length > 2000 || /[^\x20-\x7e]/.test(url)) return false;
  if (url === '') return true;
  const base = url.startsWith('/') ? 'http://here.invalid' : undefined;
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}

/** Null if larger than MAX_BODY. */
async function readBody(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) return null;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BODY) return null;
  }
  return text + decoder.decode();
}

/** From a form or a JSON object; null for anything else. */
function fieldsOf(body: string, type: string): Record<string, unknown> | null {
  if (!type.includes('application/json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
