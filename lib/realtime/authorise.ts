import 'server-only';
import { withinRate } from '@/lib/api/rate';
import { callerOf, refuseForeignOrigin } from '@/lib/auth/session';
import { env } from '@/lib/env';
import { DomainError, STATUS } from '@/lib/errors';
import { AwaitingApproval, type Ctx, type Seat, withOrg } from '@/lib/org';
import { may, mayEver } from '@/lib/permission/policy';
import { memberChannel, organisationChannel } from '@/lib/realtime/events';
import { authenticateUser, authorizeChannel } from '@/lib/realtime/publish';
import { reported } from '@/lib/transport';

const PROJECT = /^private-project-([0-9a-f-]{36})(-client)?$/;

/** POST `socket_id`, `channel_name` → the channel's signature; 403 for a channel that is not the caller's to hear. */
export const channelRoute = (request: Request) =>
  signed(request, async (ctx, form) => {
    const config = realtime();
    const channel = form.get('channel_name') ?? '';
    const signature = (await mayHear(ctx, channel)) ? authorizeChannel(config, form.get('socket_id'), channel) : null;
    if (!signature) throw new DomainError('forbidden', 'This channel is not yours to hear.');
    return signature;
  });

/**
 * POST `socket_id` → the connection is the caller's, so that losing a right can end it. Somebody who waits for approval may
 * sign in too: they hear no channel, and the end of the connection tells them that it was decided.
 */
export const userRoute = (request: Request) => {
  const sign = (form: URLSearchParams, id: string) => {
    const signature = authenticateUser(realtime(), form.get('socket_id'), { id });
    if (!signature) throw new DomainError('forbidden', 'This connection cannot be signed in.');
    return signature;
  };
  return signed(
    request,
    async (ctx, form) => sign(form, ctx.actor.memberId),
    ({ member_id }, form) => sign(form, member_id),
  );
};

function realtime() {
  const config = env.realtime;
  if (!config) throw new DomainError('unavailable', 'Live updates are not configured.', { retryAfter: 60 });
  return config;
}

/** Who hears what (permissions, row 52). Which projects are visible, the database says. */
async function mayHear(ctx: Ctx, channel: string): Promise<boolean> {
  const { actor, org, db } = ctx;
  if (channel === memberChannel(actor.memberId)) return true;
  if (channel === organisationChannel(org.id)) return mayEver(actor, 'realtime.organisation');
  const [, id, client] = PROJECT.exec(channel) ?? [];
  if (!id) return false;
  const visible = await db.project.findFirst({ where: { id }, select: { id: true } });
  return visible !== null && may(actor, client ? 'realtime.project.client' : 'realtime.project', { projectId: id });
}

async function signed(
  request: Request,
  sign: (ctx: Ctx, form: URLSearchParams) => Promise<unknown>,
  signWaiting?: (seat: Seat, form: URLSearchParams) => unknown,
): Promise<Response> {
  try {
    const caller = await callerOf(request);
    if (caller.byCookie) refuseForeignOrigin(request);
    withinRate('member', `realtime:${caller.claims.sid}`);
    const form = new URLSearchParams((await request.text()).slice(0, 4096));
    const signature = await withOrg(caller, null, (ctx) => sign(ctx, form)).catch((error: unknown) => {
      if (signWaiting && error instanceof AwaitingApproval) return signWaiting(error.seat, form);
      throw error;
    });
    return Response.json(signature, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    const { code, message } = reported(error, 'realtime authorisation');
    return Response.json({ status: STATUS[code], code, message }, { status: STATUS[code] });
  }
}
