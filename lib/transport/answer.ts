import 'server-only';
import {
  type Door,
  type Endpoint,
  type FileAnswer,
  headersWith,
  type Page,
  wasMadeBefore,
} from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import { type Caller, type Ctx, notInView, withOrg } from '@/lib/org';
import { isInView, mayEver } from '@/lib/permission/policy';
import type { Action } from '@/lib/permission/schema';
import { parse } from '@/lib/session/transport';
import { type Answer, once } from '@/lib/transport/once';

export type MemberEndpoint = Extract<Endpoint, { permission: Action }>;

/**
 * Right, then input, then command. `orgKey`: null for the session's own. `key`: of a creation that may arrive twice.
 */
export async function answerMember(
  endpoint: MemberEndpoint,
  caller: Caller,
  raw: Record<string, unknown>,
  { orgKey, key }: { orgKey: string | null; key: string | null },
): Promise<Answer> {
  const { allowedDuring } = endpoint;
  if (endpoint.steps) {
    await withOrg(caller, orgKey, async (ctx) => mustBePermitted(endpoint, ctx), allowedDuring);
    const each: Door = (work) => withOrg(caller, orgKey, work, allowedDuring);
    const door = Object.assign(each, { key: endpoint.keyed ? key : null });
    return succeeded(endpoint, await endpoint.run(door, parse(endpoint.input, raw) as never));
  }
  const { run } = endpoint;
  const work = async (ctx: Ctx) => {
    mustBePermitted(endpoint, ctx);
    const input = parse(endpoint.input, raw) as never;
    const answer = async () => succeeded(endpoint, await run(ctx, input));
    if (key === null) return answer();
    return once(ctx, key, `${endpoint.path}\n${JSON.stringify(raw)}`, answer);
  };
  return withOrg(caller, orgKey, work, allowedDuring);
}

export function mustBePermitted({ permission }: MemberEndpoint, { actor, view }: Ctx): void {
  if (view && !isInView(permission)) throw notInView();
  if (!mayEver(actor, permission)) throw new DomainError('forbidden', 'Your role does not allow that.');
}

export function succeeded(endpoint: Endpoint, result: unknown): Answer {
  const status = wasMadeBefore(result) ? 200 : endpoint.status;
  if (endpoint.shape === 'file') return { status, body: {}, file: result as FileAnswer };
  if (endpoint.shape === 'record')
    return { status, body: { status, message: endpoint.message, data: result }, headers: headersWith(result) };
  const { docs, total, page, limit, ...rest } = result as Page<unknown>;
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return {
    status,
    body: {
      status,
      message: endpoint.message,
      docs,
      totalDocs: total,
      limit,
      page,
      totalPages,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
      ...rest,
    },
  };
}
