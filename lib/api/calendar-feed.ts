import 'server-only';
import { randomUUID } from 'node:crypto';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { failureBody, notFound, STATUS } from '@/lib/errors';
import { readFeed } from '@/lib/meeting/queries.feed';
import { clientIp } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  // Nobody keeps it: once the address is revoked, nothing is left of it.
  'Cache-Control': 'no-store',
};

/** `GET /api/calendar/{token}`; not in the endpoint table because it answers a calendar, and nobody is signed in. */
export async function feedAnswer(request: Request, token: string): Promise<Response> {
  try {
    await withinRate('anonymous', clientIp(request.headers) ?? 'unknown');
    const known = /^[\w-]{43}(?:\.ics)?$/.test(token);
    const text = known ? await withinDeadline(deadline('read'), () => readFeed(token.replace('.ics', ''))) : null;
    if (text === null) throw notFound('The calendar');
    return new Response(text, { headers: { ...ALWAYS, 'Content-Type': 'text/calendar; charset=utf-8' } });
  } catch (error) {
    const requestId = randomUUID();
    const failure = reported(error, `calendar ${requestId}`);
    const { code, retryAfter } = failure;
    return Response.json(failureBody(failure, requestId), {
      status: STATUS[code],
      headers: { ...ALWAYS, ...(retryAfter && { 'Retry-After': String(retryAfter) }) },
    });
  }
}
