import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelRoute, userRoute } from '@/lib/api/channel-auth';
import { deliverOnce } from '@/lib/delivery/live';
import { endExpiredSessions } from '@/lib/operations/sweep';
import { organisationChannel, projectChannel, projectClientChannel } from '@/lib/realtime/events';
import { signInWithPassword } from '@/lib/session/sign-in';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { APP, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { asked, slySocket } from '@/lib/test/sly-socket';
import { allOr } from '@/lib/test/whole';
import { call } from '@/lib/test/wire';
import { connectLive, type LiveConnection } from './connection';
import { QUICK, soon, Tab } from './connection-fixture';

/** A browser's connection does not outlive the right it was made with: with our own server, and with another service. */

const owner = ownerClient();
const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const TEAM = projectChannel(WEB);

let trial: Trial;
let application: Server;
const connections: LiveConnection[] = [];

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '10000';
  application = createServer(async (request, response) => {
    // A tab's origin names whose it is.
    const [, token, path] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const answer = await (path === '/api/pusher/user' ? userRoute : channelRoute)(
      asked(token ?? '', await text(request)),
    );
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  application.close();
  application.closeAllConnections();
});

const signIn = async (seat: string) => {
  const input = { email: `${seat}@acme.test`, password: PASSWORD, sub_domain: 'acme' };
  return (await signInWithPassword(input, 'bearer', { ip: '192.0.2.7' })).token;
};

/** The tab of a browser that behaves as ours do. */
async function tabOf(seat: string, channel: string): Promise<Tab> {
  const token = await signIn(seat);
  const { port } = application.address() as AddressInfo;
  const connection = connectLive(
    { key: APP.key, host: '127.0.0.1', port: trial.port, tls: false },
    { origin: `http://127.0.0.1:${port}/${token}`, timing: QUICK, onTerminated: async () => true },
  );
  connections.push(connection);
  const tab = new Tab(connection);
  tab.listen(channel);
  return tab;
}

/** Announces a change of a task until the tab has heard it: by then everybody has who hears it at all. */
async function announce(tab: Tab, id: string): Promise<void> {
  const heard = () => tab.messages.some((message) => message.data.id === id);
  await expect
    .poll(
      async () => {
        await asMemberCommitted('acme.leader', async (ctx) => {
          ctx.happened('task.reordered', { id, projectId: WEB, audience: 'client', version: 1 });
          ctx.happened('member.joined', { email: 'ann@acme.test' });
        });
        await deliverOnce();
        return heard();
      },
      { interval: 50 },
    )
    .toBe(true);
}

async function startService(usersOnly: boolean, signInTimeout = 60): Promise<void> {
  trial = await startTrial({ usersOnly, signInTimeout });
  Object.assign(process.env, trial.environment, { REALTIME_LOCAL: usersOnly ? '1' : '' });
}

let undo: string | undefined;
const endService = async () => {
  if (undo) await owner.query(undo);
  undo = undefined;
  for (const connection of connections.splice(0)) connection.close();
  await trial.end();
};

type Loss = { how: string; who: string; channel: string; lose: (token: string) => Promise<unknown>; undo?: string };

const byAdmin = async (path: string, body: object) => {
  const answer = await call('POST', path, { token: await signIn('admin'), body });
  expect(answer).toMatchObject({ status: 200 });
};
const LOSSES: Loss[] = [
  {
    how: 'taken out of the project',
    who: 'user2',
    channel: TEAM,
    lose: async () => {
      const body = { project_id: WEB, add: [], remove: [acme('user2')] };
      expect((await call('PUT', 'projectMembers', { token: await signIn('leader'), body })).status).toBe(200);
    },
    undo: `insert into project_member (org_id, project_id, member_id) values ('${fixtureId('acme')}', '${WEB}', '${acme('user2')}')`,
  },
  {
    how: 'given another role',
    who: 'subadmin',
    channel: TEAM,
    lose: () => byAdmin('changeUserRoles', { user_id: acme('subadmin'), role: 'user' }),
    undo: `update member set role = 'subadmin' where id = '${acme('subadmin')}'`,
  },
  {
    how: 'made a client',
    who: 'outsider',
    channel: organisationChannel(fixtureId('acme')),
    lose: () => byAdmin('changeUserRoles', { user_id: acme('outsider'), role: 'client' }),
    undo: `update member set role = 'user' where id = '${acme('outsider')}'`,
  },
  {
    how: 'deactivated',
    who: 'user',
    channel: TEAM,
    lose: () => byAdmin('deactivateMember', { user_id: acme('user') }),
    undo: `update member set deactivated_at = null where id = '${acme('user')}'`,
  },
  {
    how: 'signed out by an admin',
    who: 'client',
    channel: projectClientChannel(WEB),
    lose: () => byAdmin('endMemberSessions', { user_id: acme('client') }),
  },
  {
    how: 'signed out',
    who: 'client',
    channel: projectClientChannel(WEB),
    lose: async (token) => expect(await call('POST', 'signout', { token, body: {} })).toMatchObject({ status: 200 }),
  },
  {
    how: 'whose session is over',
    who: 'client',
    channel: projectClientChannel(WEB),
    lose: async () => {
      await owner.query('update session set expires_at = now() where member_id = $1', [acme('client')]);
      await endExpiredSessions();
    },
  },
];

describe.each([
  ['our own server', true],
  ['another service', false],
])('%s', (_name, usersOnly) => {
  beforeEach(() => startService(usersOnly));
  afterEach(endService);

  // Both are told the same; whom it is told of is shown by our own.
  const losses = allOr(LOSSES, (_, at) => usersOnly || at === 0);
  test.each(losses)('somebody who was $how is not connected any more', async (loss) => {
    const tab = await tabOf('leader', TEAM);
    const token = await signIn(loss.who);
    const honest = trial.client(acme(loss.who), {
      channelAuthorization: {
        customHandler: async ({ socketId, channelName }, done) => {
          const answer = await channelRoute(asked(token, `socket_id=${socketId}&channel_name=${channelName}`));
          if (answer.ok) done(null, await answer.json());
          else done(new Error(String(answer.status)), null);
        },
      },
    });
    const heard: string[] = [];
    const channel = honest.subscribe(loss.channel);
    channel.bind_global((_: string, data: { id?: string }) => heard.push(String(data?.id)));
    let ended = 0;
    honest.connection.bind('disconnected', () => ended++);
    await soon(() => channel.subscribed).toBe(true);
    await announce(tab, 'before');
    await soon(() => heard.length).toBeGreaterThan(0);

    undo = loss.undo;
    await loss.lose(token);
    await announce(tab, 'after');
    await soon(async () => {
      await deliverOnce();
      return ended;
    }).toBe(1);
  });
});

describe('our own server', () => {
  afterEach(endService);

  test('somebody who never signs in hears nothing at all', async () => {
    // A tab that signs in later than that asks once more.
    await startService(true, 3);
    const tab = await tabOf('leader', TEAM);
    const sly = await slySocket(trial, await signIn('user2'));
    expect(await sly.subscribe(TEAM)).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
    await announce(tab, 'secret');
    expect(await sly.overheard()).toEqual([]);
  });

  test('what was signed for one member is nothing on a connection of another', async () => {
    await startService(true);
    const [theirs, own] = [await signIn('user2'), await signIn('outsider')];
    const sly = await slySocket(trial, theirs);
    const user = await (await userRoute(asked(own, `socket_id=${sly.socket.id}`))).json();
    sly.socket.say({ event: 'pusher:signin', data: user });
    expect(await sly.socket.next()).toMatchObject({ event: 'pusher:signin_success' });
    expect(await sly.subscribe(TEAM)).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
  });
});
