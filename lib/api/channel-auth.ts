import 'server-only';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, STATUS } from '@/lib/errors';
import { seesEverybody } from '@/lib/member/policy';
import { AwaitingApproval, type Caller, type Ctx, withOrg } from '@/lib/org';
import { may, mayEver } from '@/lib/permission/policy';
import { memberChannel, organisationChannel } from '@/lib/realtime/events';
import { authenticateUser, authorizeChannel } from '@/lib/realtime/publish';
import { callerOf, refuseForeignOrigin } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';

const PROJECT = /^private-project-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-client)?$/;
/** Of one request; a browser that wants more asks again. */
const MOST_CHANNELS = 500;
const MOST_BYTES = 65_536;

/**
 * POST `socket_id`, `channel_name`; 403 for a channel the caller may not hear. With `channel`, once or more, those that the
 * caller may hear are signed, as by `userRoute`. Our own server's signatures name the caller.
 */
export const channelRoute = (request: Request) =>
  signed(request, async (caller, form) => {
    const [name, wanted] = [form.get('channel_name') ?? '', wantedIn(form)];
    return withOrg(caller, null, async (ctx) => {
      if (wanted.length > 0) return { channels: await signAll(ctx, form.get('socket_id'), wanted) };
      const signature = (await mayHear(ctx, name)) && signChannel(ctx, form.get('socket_id'), name);
      if (!signature) throw new DomainError('forbidden', 'You may not subscribe to this channel.');
      return signature;
    });
  });

const wantedIn = (form: URLSearchParams) => [...new Set(form.getAll('channel'))].slice(0, MOST_CHANNELS);

function signChannel({ actor }: Ctx, socketId: string | null, name: string) {
  const config = realtime();
  // By the session, whatever the call says, and nothing besides.
  const member = config.local || isPresence(name) ? { user_id: actor.memberId } : undefined;
  return authorizeChannel(config, socketId, name, member);
}

const isPresence = (channel: string) => channel.startsWith('presence-');

/**
 * POST `socket_id`: signs in, so that losing a right can end the connection. For people waiting for approval too: they
 * hear no channel, but its end tells them of the decision. Each `channel` is signed too, under its name in `channels`, or
 * left out if the caller may not hear it: a connection asks once.
 */
export const userRoute = (request: Request) =>
  signed(request, async (caller, form) => {
    const socketId = form.get('socket_id');
    const sign = (id: string) => {
      const signature = authenticateUser(realtime(), socketId, { id });
      if (!signature) throw new DomainError('forbidden', 'This connection cannot be authenticated.');
      return signature;
    };
    const wanted = wantedIn(form);
    try {
      return await withOrg(caller, null, async (ctx) => ({
        ...sign(ctx.actor.memberId),
        channels: await signAll(ctx, socketId, wanted),
      }));
    } catch (error) {
      if (error instanceof AwaitingApproval) return sign(error.seat.member_id);
      throw error;
    }
  });

async function signAll(ctx: Ctx, socketId: string | null, wanted: readonly string[]) {
  const visible = await visibleOf(ctx, wanted);
  const heard = wanted.filter((channel) => mayListen(ctx, channel, visible));
  return Object.fromEntries(heard.map((name) => [name, signChannel(ctx, socketId, name)]));
}

function realtime() {
  const config = env.realtime;
  if (!config) throw new DomainError('unavailable', 'Live updates are not configured.', { retryAfter: 60 });
  return config;
}

/** Permissions, row 52. The database says which projects are visible. */
async function mayHear(ctx: Ctx, channel: string): Promise<boolean> {
  return isPresence(channel)
    ? maySeeAll(ctx, channel.replace(/^presence-/, 'private-'))
    : mayListen(ctx, channel, await visibleOf(ctx, [channel]));
}

/**
 * Who is on a presence channel is seen by all who are: of the organisation by those who see everybody, of a project by
 * its members; its clients see its contacts.
 */
async function maySeeAll(ctx: Ctx, channel: string): Promise<boolean> {
  const { actor, org, db } = ctx;
  if (channel === organisationChannel(org.id)) return seesEverybody(actor);
  const [, id, client] = PROJECT.exec(channel) ?? [];
  if (!id || !actor.projectIds.includes(id)) return false;
  if (!client) return mayListen(ctx, channel, await visibleOf(ctx, [channel]));
  const contact = { projectId: id, memberId: actor.memberId, isContact: true };
  return actor.role === 'client' || (await db.projectMember.findFirst({ where: contact })) !== null;
}

/** Ids of the projects of these channels that the caller sees. */
async function visibleOf({ db }: Ctx, channels: readonly string[]): Promise<Set<string>> {
  const ids = channels.flatMap((channel) => PROJECT.exec(channel)?.[1] ?? []);
  if (!ids.length) return new Set();
  return new Set((await db.project.findMany({ where: { id: { in: ids } }, select: { id: true } })).map(({ id }) => id));
}

function mayListen({ actor, org }: Ctx, channel: string, visible: ReadonlySet<string>): boolean {
  if (channel === memberChannel(actor.memberId)) return true;
  if (channel === organisationChannel(org.id)) return mayEver(actor, 'realtime.organisation');
  const [, id, client] = PROJECT.exec(channel) ?? [];
  if (!id || !visible.has(id)) return false;
  return may(actor, client ? 'realtime.project.client' : 'realtime.project', { projectId: id });
}

async function signed(
  request: Request,
  sign: (caller: Caller, form: URLSearchParams) => Promise<unknown>,
): Promise<Response> {
  try {
    const caller = await callerOf(request, true);
    if (caller.byCookie) refuseForeignOrigin(request);
    await withinRate('member', `realtime:${caller.claims.sid}`);
    const form = new URLSearchParams((await request.text()).slice(0, MOST_BYTES));
    const signature = await withinDeadline(deadline('read'), () => sign(caller, form));
    return Response.json(signature, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    const { code, message } = reported(error, 'realtime authorisation');
    return Response.json({ status: STATUS[code], code, message }, { status: STATUS[code] });
  }
}
