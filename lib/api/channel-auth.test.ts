import { beforeAll, describe, expect, test } from 'vitest';
import * as auth from '@/app/api/pusher/auth/route';
import * as user from '@/app/api/pusher/user/route';
import { channelRoute, userRoute } from '@/lib/api/channel-auth';
import { sessionCookieName } from '@/lib/session-token';
import { ACTORS, tokensOfActors } from '@/lib/test/actors';
import { openChatSession } from '@/lib/test/chat-session';
import { acme } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';

const owner = ownerClient({
  ...{ RATE_LIMIT_FACTOR: '1000', PUSHER_APP_ID: 'app', PUSHER_KEY: 'key', PUSHER_SECRET: 'secret' },
  ...{ PUSHER_HOST: 'localhost', REALTIME_LOCAL: '1' },
});
let tokens: Map<string, string | null>;
beforeAll(async () => {
  tokens = await tokensOfActors(owner);
});

const asked = (headers: Record<string, string>, fields: Record<string, string> | string[][]) =>
  new Request('http://localhost:3000/api/pusher/auth', { method: 'POST', headers, body: new URLSearchParams(fields) });
const statusFor = async (token: string | null | undefined, channel_name: string, socket_id = '1.1') => {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token.replace(/^Bearer /, '')}` } : {};
  return (await channelRoute(asked(headers, { socket_id, channel_name }))).status;
};

describe('who may hear', () => {
  type Opens = Record<string, (actor: (typeof ACTORS)[number]) => boolean>;
  const CHANNELS: Opens = {
    [`private-org-${fixtureId('acme')}`]: ({ role }) => role !== 'client',
    [`private-project-${acme('WEB')}`]: ({ role, inProject }) =>
      role !== 'client' && (inProject || ['admin', 'subadmin', 'observer'].includes(String(role))),
    [`private-project-${acme('WEB')}-client`]: ({ role, inProject }) => role === 'client' && inProject,
    [`private-project-${fixtureId('globex.WEB')}`]: () => false,
    [`private-org-${fixtureId('globex')}`]: () => false,
    [`private-user-${acme('user2')}`]: () => false,
    [`private-user-${fixtureId('globex.admin')}`]: () => false,
    'private-everything': () => false,
    [`private-encrypted-project-${acme('WEB')}`]: () => false,
    [`public-${acme('WEB')}`]: () => false,
    '#server-to-user-1': () => false,
  };
  /** What an admin of the other organisation hears of these. */
  const OF_GLOBEX: Opens = {
    [`private-project-${fixtureId('globex.WEB')}`]: () => true,
    [`private-org-${fixtureId('globex')}`]: () => true,
    [`private-user-${fixtureId('globex.admin')}`]: () => true,
  };

  test.each(ACTORS.map((actor) => [actor.name, actor] as const))(
    'P01 %s is signed what they may see, and nothing else',
    async (name, actor) => {
      const token = tokens.get(name);
      const { standing } = actor;
      const signed: string[] = [];
      for (const channel of Object.keys(CHANNELS)) {
        const status = await statusFor(token, channel);
        if (status === 200) signed.push(channel);
        else expect(standing === 'member' ? [403] : [401, 403], channel).toContain(status);
      }
      const own: Opens = { member: CHANNELS, foreign: OF_GLOBEX, nobody: {}, refused: {} }[standing];
      expect(signed).toEqual(Object.keys(CHANNELS).filter((channel) => own[channel]?.(actor)));
      // The same in one request, with the sign-in or after it.
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token.replace(/^Bearer /, '')}` } : {};
      const fields = [['socket_id', '1.1'], ...Object.keys(CHANNELS).map((channel) => ['channel', channel])];
      for (const route of [userRoute, channelRoute]) {
        const { channels = {} } = (await (await route(asked(headers, fields))).json()) as { channels?: object };
        expect(Object.keys(channels)).toEqual(signed);
        for (const [whole, signature] of Object.entries(channels)) {
          const alone = await channelRoute(asked(headers, { socket_id: '1.1', channel_name: whole }));
          expect(signature).toEqual(await alone.json());
        }
      }
    },
  );

  test('a session of the chat hears what its person may hear', async () => {
    const chat = await openChatSession(await openBearer(acme('user')));
    for (const [org, status] of [
      ['acme', 200],
      ['globex', 403],
    ] as const)
      expect([org, await statusFor(chat, `private-org-${fixtureId(org)}`)]).toEqual([org, status]);
    expect(await statusFor('a.b.c', `private-org-${fixtureId('acme')}`)).toBe(401);
  });

  test('P02 a socket or channel that would carry another into the signature is refused', async () => {
    const token = await openBearer(acme('user'));
    const own = `private-user-${acme('user')}`;
    const other = `private-user-${acme('admin')}`;
    for (const socket of [`1.1:${other}`, '1.1:', ' 1.1', '1.1\n', '1', '1.1.1', '', '1.1:1.1'])
      expect([socket, await statusFor(token, own, socket)]).toEqual([socket, 403]);
    for (const channel of [`${own}:${other}`, `${own}\n`, `${own} `, `${own}\0`, `${own}@1@2`, own.toUpperCase()])
      expect([channel, await statusFor(token, channel)]).toEqual([channel, 403]);
  });
});

describe('P04 what signs', () => {
  const cookie = async () => `${sessionCookieName()}=${await openBearer(acme('user'))}`;
  const own = `private-user-${acme('user')}`;
  const fields = { socket_id: '1.1', channel_name: own };

  test('answers the application’s own pages alone, where the browser brings the session', async () => {
    const [session, host] = [await cookie(), 'localhost:3000'];
    for (const route of [channelRoute, userRoute]) {
      const status = async (headers: Record<string, string>) =>
        (await route(asked({ cookie: session, host, ...headers }, fields))).status;
      expect(await status({ origin: 'http://localhost:3000' })).toBe(200);
      for (const origin of ['https://evil.test', 'http://localhost:3000.evil.test', 'null', 'http://localhost:3001'])
        expect([origin, await status({ origin })]).toEqual([origin, 403]);
      expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await status({})).toBe(403);
    }
  });

  test('is limited for each session', async () => {
    const token = await openBearer(acme('user'));
    process.env.RATE_LIMIT_FACTOR = '0.05';
    try {
      const statuses: number[] = [];
      for (let time = 0; time < 40; time++) statuses.push(await statusFor(token, own));
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
      expect(statuses.at(-1)).toBe(429);
      expect(await statusFor(await openBearer(acme('user2')), `private-user-${acme('user2')}`)).toBe(200);
    } finally {
      process.env.RATE_LIMIT_FACTOR = '1000';
    }
  });
});

test('P04 POST alone signs: Next answers any other method with 405', () => {
  for (const route of [auth, user]) expect(Object.keys(route)).toEqual(['POST']);
});
