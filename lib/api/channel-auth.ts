import 'server-only';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, STATUS } from '@/lib/errors';
import { AwaitingApproval, type Caller, type Ctx, withOrg } from '@/lib/org';
import { may, mayEver } from '@/lib/permission/policy';
import { epochOf, readName } from '@/lib/realtime/epoch';
import { memberChannel, organisationChannel } from '@/lib/realtime/events';
import { authenticateUser, authorizeChannel } from '@/lib/realtime/publish';
import { callerOf, refuseForeignOrigin } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';

const PROJECT = /^private-project-([0-9a-f-]{36})(-client)?$/;

/**
 * POST `socket_id`, `channel_name`; 403 for a channel the caller may not hear, 409 for a previous epoch. Our own
 * server's signatures name the caller, and programs may omit the epoch.
 */
export const channelRoute = (request: Request) =>
  signed(request, async (caller, form) => {
    const config = realtime();
    const name = form.get('channel_name') ?? '';
    const { channel, epoch } = readName(name);
    // The epoch is read first: a right lost in between is then signed for an epoch that is over.
    const current = await withOrg(caller, null, epochNow);
    return withOrg(caller, null, async (ctx) => {
      if (!(await mayHear(ctx, channel))) throw new DomainError('forbidden', NOT_YOURS);
      if (epoch === null ? !config.local : epoch !== current)
        throw new DomainError(
          'conflict',
          'This channel name is no longer valid. Authenticate the user to learn the current epoch.',
        );
      const member = config.local ? { user_id: ctx.actor.memberId } : undefined;
      const signature = authorizeChannel(config, form.get('socket_id'), name, member);
      if (!signature) throw new DomainError('forbidden', NOT_YOURS);
      return signature;
    });
  });

const NOT_YOURS = 'You may not subscribe to this channel.';

/**
 * POST `socket_id`: signs in, so that losing a right can end the connection. For people waiting for approval too: they
 * hear no channel, but its end tells them of the decision.
 */
export const userRoute = (request: Request) =>
  signed(request, (caller, form) => {
    const sign = (id: string) => {
      const signature = authenticateUser(realtime(), form.get('socket_id'), { id });
      if (!signature) throw new DomainError('forbidden', 'This connection cannot be authenticated.');
      return signature;
    };
    return withOrg(caller, null, async (ctx) => ({
      ...sign(ctx.actor.memberId),
      epoch: await epochNow(ctx),
    })).catch((error: unknown) => {
      if (error instanceof AwaitingApproval) return sign(error.seat.member_id);
      throw error;
    });
  });

async function epochNow({ db, org }: Ctx): Promise<string> {
  const select = { liveEpoch: true, sessionEpoch: true };
  return epochOf(await db.organisation.findUniqueOrThrow({ where: { id: org.id }, select }), realtime().local);
}

function realtime() {
  const config = env.realtime;
  if (!config) throw new DomainError('unavailable', 'Live updates are not configured.', { retryAfter: 60 });
  return config;
}

/** Permissions, row 52. The database says which projects are visible. */
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
  sign: (caller: Caller, form: URLSearchParams) => Promise<unknown>,
): Promise<Response> {
  try {
    const caller = await callerOf(request);
    if (caller.byCookie) refuseForeignOrigin(request);
    await withinRate('member', `realtime:${caller.claims.sid}`);
    const form = new URLSearchParams((await request.text()).slice(0, 4096));
    const signature = await withinDeadline(deadline('read'), () => sign(caller, form));
    return Response.json(signature, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    const { code, message } = reported(error, 'realtime authorisation');
    return Response.json({ status: STATUS[code], code, message }, { status: STATUS[code] });
  }
}
