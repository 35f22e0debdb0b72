import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import type { PresenceRecord } from '@/lib/presence/schema';
import { freshGroup, freshMessage } from '@/lib/room/endpoints.examples';
import { acme } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { heard, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { bearer, call } from '@/lib/test/wire';

const owner = ownerClient();
let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  Object.assign(process.env, trial.environment, { RATE_LIMIT_FACTOR: '1000' });
});
afterAll(() => trial.end());
beforeEach(() => owner.query('delete from rate_limit; delete from presence'));

const say = async (seat: string, body: object) =>
  call('PUT', 'presence', { token: await bearer(`acme.${seat}`), body });
async function seenBy(seat: string): Promise<Record<string, Omit<PresenceRecord, '_id'>>> {
  const { body } = await call('GET', 'presence', { token: await bearer(seat) });
  return Object.fromEntries((body.docs as PresenceRecord[]).map(({ _id, ...rest }) => [_id, rest]));
}
const ask = async (seat: string, channel_name: string, rest: Record<string, string> = {}) => {
  const answer = await channelRoute(
    new Request('http://localhost:3000/api/pusher/auth', {
      method: 'POST',
      headers: { Authorization: `Bearer ${await bearer(seat)}` },
      body: new URLSearchParams({ socket_id: '1.1', channel_name, ...rest }),
    }),
  );
  return { status: answer.status, body: await answer.json() };
};

test('who is there is who said so within two minutes; what they wrote about themselves stays', async () => {
  const status_text = 'Printing proofs';
  const said = await say('user', { state: 'active', status_text: ' Printing  proofs ' });
  expect(said.body.data).toEqual({ _id: acme('user'), state: 'active', status_text });
  await say('user', { state: 'away' });
  await say('leader', { state: 'active' });
  expect(await seenBy('acme.admin')).toEqual({
    [acme('user')]: { state: 'away', status_text },
    [acme('leader')]: { state: 'active', status_text: null },
  });
  await owner.query(`update presence set seen_at = now() - interval '3 minutes'`);
  expect(await seenBy('acme.admin')).toEqual({ [acme('user')]: { state: 'offline', status_text } });
  await say('user', { state: 'active', status_text: null });
  expect(await seenBy('acme.admin')).toEqual({ [acme('user')]: { state: 'active', status_text: null } });
});

test('P03 who is there is told of people whom the caller sees, to clients without their words', async () => {
  for (const seat of ['admin', 'user', 'leader', 'outsider', 'client'])
    await say(seat, { state: 'active', status_text: `Words of ${seat}` });
  const { rows } = await owner.query(`select id from member where org_id = $1`, [fixtureId('acme')]);
  for (const seat of ['acme.user', 'acme.client', 'acme.observer', 'globex.admin']) {
    const visible = (await call('GET', 'userList', { token: await bearer(seat), query: { limit: '200' } })).body.docs;
    const ids = (visible as { _id: string }[]).map(({ _id }) => _id);
    const there = rows.map(({ id }) => id).filter((id) => ids.includes(id));
    const stray = Object.keys(await seenBy(seat)).filter((id) => !there.includes(id));
    expect(stray, seat).toEqual([]);
  }
  const forClient = await seenBy('acme.client');
  expect(Object.keys(forClient)).toContain(acme('leader'));
  expect(Object.keys(forClient)).not.toContain(acme('outsider'));
  expect(new Set(Object.values(forClient).map(({ status_text }) => status_text))).toEqual(new Set([null]));
});

test('P03 who is there is said of oneself alone', async () => {
  for (const field of ['_id', 'user_id', 'member_id'])
    expect((await say('user', { state: 'active', [field]: acme('admin') })).status).toBe(422);
  expect((await say('user', { state: 'offline' })).status).toBe(422);
  expect(await seenBy('acme.admin')).toEqual({});
});

describe('presence channels', () => {
  const org = `presence-org-${fixtureId('acme')}`;
  const web = `presence-project-${acme('WEB')}`;

  test('P01 are joined by those who may see everybody who is on them', async () => {
    const open: Record<string, string[]> = { [org]: [], [web]: [], [`${web}-client`]: [] };
    for (const seat of ['admin', 'subadmin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider'])
      for (const channel of Object.keys(open))
        if ((await ask(`acme.${seat}`, channel)).status === 200) open[channel]?.push(seat);
    expect(open).toEqual({
      [org]: ['admin', 'subadmin', 'leader', 'observer'],
      [web]: ['leader', 'user', 'user2'],
      [`${web}-client`]: ['leader', 'user', 'client'],
    });
    for (const channel of [org, web]) expect((await ask('globex.admin', channel)).status).toBe(403);
    for (const name of [`presence-user-${acme('user')}`, 'presence-anything', `presence-org-${fixtureId('globex')}`])
      expect((await ask('acme.user', name)).status).toBe(403);
  });

  test('P03 the person is the session’s, with nothing besides', async () => {
    const { body } = await ask('acme.user', web, {
      channel_data: JSON.stringify({ user_id: acme('admin'), user_info: { role: 'admin' } }),
      user_id: acme('admin'),
    });
    expect(JSON.parse(body.channel_data)).toEqual({ user_id: acme('user') });
  });
});

describe('typing', () => {
  const typing = async (seat: string, body: object) =>
    (await call('POST', 'typing', { token: await bearer(seat), body })).status;
  const type = (seat: string, room_id: string, thread_id?: string) => typing(seat, { room_id, thread_id });
  /** What the person hears next, and all of it; it listens when this ends. */
  async function listening(seat: string, name = `private-user-${acme(seat)}`) {
    const channel = trial.client(acme(seat)).subscribe(name);
    const all: unknown[] = [];
    channel.bind('typing', (data: unknown) => all.push(data));
    const next = heard(channel, 'typing');
    await heard(channel, 'pusher:subscription_succeeded');
    return { next, heard: all };
  }

  test('P07 is told to the room’s people, with two ids, and kept nowhere', async () => {
    const room = await freshGroup(owner, 'user', 'leader');
    const { next } = await listening('leader');
    const count = async () => (await owner.query('select count(*) from outbox')).rows;
    const before = await count();
    expect(await type('acme.user', room)).toBe(200);
    expect(await next).toEqual({ id: acme('user'), room_id: room });
    expect(await count()).toEqual(before);
  });

  test('is told once in three seconds, to each room by itself', async () => {
    const [one, other] = [await freshGroup(owner, 'user', 'leader'), await freshGroup(owner, 'user', 'leader')];
    const { heard: all } = await listening('leader');
    for (const room of [one, one, other]) expect(await type('acme.user', room)).toBe(200);
    await expect.poll(() => all).toContainEqual({ id: acme('user'), room_id: other });
    expect(all).toEqual([one, other].map((room_id) => ({ id: acme('user'), room_id })));
  });

  test('in a thread names it, and is told although one has just written in the room', async () => {
    const { room, id: thread } = await freshMessage(owner, 'user', 'leader');
    const first = await listening('leader');
    await type('acme.user', room);
    await first.next;
    const { next } = await listening('leader');
    expect(await type('acme.user', room, thread)).toBe(200);
    expect(await next).toEqual({ id: acme('user'), room_id: room, thread_id: thread });
  });

  test('is refused for a thread of another room, and for what is no message', async () => {
    const { room } = await freshMessage(owner, 'user', 'leader');
    const other = await freshMessage(owner, 'user', 'leader');
    for (const thread of [other.id, acme('WEB')]) expect(await type('acme.user', room, thread)).toBe(422);
  });

  test('R01 in the description of a task is heard by its team, not by its clients, and said by who may edit it', async () => {
    const team = await listening('leader', `private-project-${acme('WEB')}`);
    const clients = await listening('client', `private-project-${acme('WEB')}-client`);
    const edit = (seat: string, task_id: string) => typing(seat, { task_id });
    expect(await edit('acme.user', 'WEB-1')).toBe(200);
    expect(await team.next).toEqual({ id: acme('user'), task_id: acme('WEB-1') });
    expect(clients.heard).toEqual([]);
    expect(await edit('acme.user', 'WEB-2')).toBe(403);
    for (const seat of ['acme.client', 'acme.observer']) expect(await edit(seat, 'WEB-1'), seat).toBe(403);
    for (const seat of ['acme.outsider', 'globex.admin']) expect(await edit(seat, acme('WEB-1')), seat).toBe(404);
    const both = { task_id: 'WEB-1', room_id: acme('WEB') };
    for (const body of [{}, both, { task_id: 'WEB-1', thread_id: acme('WEB') }])
      expect(await typing('acme.user', body)).toBe(422);
  });
});
