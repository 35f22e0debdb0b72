import 'server-only';
import { randomUUID } from 'node:crypto';
import { isOfChat } from '@/lib/api/chat-calls';
import { readInput } from '@/lib/api/request';
import { answerUpload } from '@/lib/api/upload';
import { countAttempt } from '@/lib/attempts/rate-limit';
import type { Endpoint } from '@/lib/contract/endpoint';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, type Failure, failureBody, STATUS } from '@/lib/errors';
import { notInView } from '@/lib/org';
import { callerOf, connectionOf, looksAsClient, refuseForeignOrigin } from '@/lib/session/caller';
import { parse, reported } from '@/lib/session/transport';
import { answerMember, succeeded } from '@/lib/transport/answer';
import { fileResponse } from '@/lib/transport/file-response';
import type { Answer } from '@/lib/transport/once';

const EXPENSIVE_PER_MINUTE = 10;

type Sorted = Map<string, { endpoint: Endpoint; wanted: string[] }[]>;
const sorted = new WeakMap<readonly Endpoint[], Sorted>();

/** By the first segment, which no endpoint has as a parameter. */
function sortedOf(table: readonly Endpoint[]): Sorted {
  const known = sorted.get(table);
  if (known) return known;
  const fresh: Sorted = new Map();
  for (const endpoint of table) {
    const wanted = endpoint.path.split('/');
    const [first] = wanted as [string];
    fresh.set(first, [...(fresh.get(first) ?? []), { endpoint, wanted }]);
  }
  sorted.set(table, fresh);
  return fresh;
}

/** By path, with its parameters; case-sensitive. */
export function findEndpoints(
  table: readonly Endpoint[],
  path: string,
): { endpoint: Endpoint; params: Record<string, string> }[] {
  const given = path.split('/');
  return (sortedOf(table).get(given[0] as string) ?? []).flatMap(({ endpoint, wanted }) => {
    if (wanted.length !== given.length) return [];
    const params: Record<string, string> = {};
    for (const [at, part] of wanted.entries()) {
      if (/^\{\w+\}$/.test(part) && given[at]) params[part.slice(1, -1)] = given[at];
      else if (part !== given[at]) return [];
    }
    return [{ endpoint, params }];
  });
}

/** One API request: the only transport of the endpoint table. Never throws. */
export async function callApi(table: readonly Endpoint[], request: Request, path: string): Promise<Response> {
  const requestId = randomUUID();
  try {
    const found = findEndpoints(table, path);
    if (!found.length) throw new DomainError('not_found', 'This endpoint does not exist.');
    const match = found.find(
      ({ endpoint }) => endpoint.method === (request.method === 'HEAD' && endpoint.shown ? 'GET' : request.method),
    );
    if (!match) {
      const allowed = found.map(({ endpoint }) => endpoint.method).join(', ');
      const failure = failed({ code: 'method', message: `Use ${allowed} here.` }, requestId, { Allow: allowed });
      return await responseTo(failure, request);
    }
    return await responseTo(await answerInTime(match.endpoint, request, match.params), request);
  } catch (error) {
    return responseTo(failed(reported(error, `api ${request.method} ${path} ${requestId}`), requestId), request);
  }
}

/** Calls with many transactions, a streamed answer or a file that comes first have only the limit of each transaction. */
function answerInTime(endpoint: Endpoint, request: Request, params: Record<string, string>): Promise<Answer> {
  if (('steps' in endpoint && endpoint.steps) || endpoint.shape === 'file' || endpoint.accepts)
    return answer(endpoint, request, params);
  const until = deadline(endpoint.method === 'GET' ? 'read' : 'write');
  return withinDeadline(until, () => answer(endpoint, request, params));
}

async function answer(endpoint: Endpoint, request: Request, params: Record<string, string>): Promise<Answer> {
  if (endpoint.permission === 'anonymous') {
    if (looksAsClient(request.headers) && !['GET', 'HEAD'].includes(request.method)) throw notInView();
    const client = connectionOf(request.headers);
    await withinRate('anonymous', client.ip ?? 'unknown');
    const input = parse(endpoint.input, await readInput(request, endpoint, params));
    const known = endpoint.recognises && (await callerOf(request).catch(() => null));
    const sid = known && !known.view && known.sid;
    return succeeded(endpoint, await endpoint.run(sid ? { ...client, sid } : client, input as never));
  }
  const caller = await callerOf(request, isOfChat(endpoint), endpoint.endsView);
  if (caller.view && endpoint.permission === 'session' && !endpoint.endsView) throw notInView();
  if (caller.byCookie) refuseForeignOrigin(request);
  if (endpoint.shown) await withinRate('picture', caller.claims.sub);
  else {
    await withinRate('member', caller.claims.sub);
    await withinRate('organisation', caller.claims.org);
  }
  if (endpoint.expensive)
    await countAttempt([
      { key: `expensive:${caller.claims.sub}`, max: EXPENSIVE_PER_MINUTE * env.rateLimitFactor, seconds: 60 },
    ]);
  if (endpoint.permission === 'session')
    return succeeded(
      endpoint,
      await endpoint.run(caller, parse(endpoint.input, await readInput(request, endpoint, params)) as never),
    );
  const key = endpoint.status === 201 || endpoint.keyed ? request.headers.get('idempotency-key') : null;
  if (endpoint.accepts) return answerUpload(endpoint, caller, request, params, key);
  return answerMember(endpoint, caller, await readInput(request, endpoint, params), { orgKey: null, key });
}

function failed(failure: Failure, requestId: string, headers: Record<string, string> = {}): Answer {
  const { code, retryAfter } = failure;
  return {
    status: STATUS[code],
    body: failureBody(failure, requestId),
    headers: { ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) },
  };
}

const responseTo = ({ status, body, headers, file }: Answer, request: Request) =>
  file
    ? fileResponse(file, { status, headers }, request)
    : Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
