import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { deliverOnce } from '@/lib/outbox';
import { memberChannel } from '@/lib/realtime/events';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { APP, heard, signedIn, startTrial, type Trial } from '@/lib/test/protocol-fixture';

/** What a command leaves behind reaches browsers after commit: at least once, and only if it was committed (X11). */

const member = fixtureId('acme.user');
const owner = new pg.Client({ connectionString: env.databaseUrl });
let trial: Trial;

beforeAll(async () => {
  await owner.connect();
  trial = await startTrial();
});
afterAll(async () => {
  await trial.end();
  await owner.end();
});
beforeEach(async () => {
  await owner.query('delete from outbox');
  const { port } = trial;
  Object.assign(process.env, { PUSHER_APP_ID: APP.id, PUSHER_KEY: APP.key, PUSHER_SECRET: APP.secret });
  Object.assign(process.env, { PUSHER_HOST: '127.0.0.1', PUSHER_PORT: String(port), PUSHER_USE_TLS: 'false' });
});

const waiting = async () =>
  (await owner.query('select kind, attempts, last_error from outbox where delivered_at is null')).rows;

describe('the outbox', () => {
  test('announces an event after commit, once', async () => {
    const channel = trial.client(member).subscribe(memberChannel(member));
    await heard(channel, 'pusher:subscription_succeeded');
    const told = heard(channel, 'notification.added');
    await asMemberCommitted('acme.leader', async (ctx) => ctx.emit({ type: 'notification.added', memberId: member }));
    expect(await deliverOnce()).toBe(1);
    expect(await told).toEqual({ id: member });
    expect(await deliverOnce()).toBe(0);
  });

  test('leaves nothing behind a command that failed', async () => {
    const failing = asMemberCommitted('acme.leader', async (ctx) => {
      ctx.emit({ type: 'notification.added', memberId: member });
      ctx.revoke(member);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await waiting()).toEqual([]);
  });

  test('P06 ends the live connections of a member who lost a right, and only theirs', async () => {
    const [theirs, another] = [trial.client(member), trial.client(fixtureId('acme.leader'))];
    await Promise.all([signedIn(theirs), signedIn(another)]);
    const socket = theirs.connection.socket_id;
    const ended = heard(theirs.connection, 'disconnected');
    await asMemberCommitted('acme.leader', async (ctx) => ctx.revoke(member));
    expect(await deliverOnce()).toBe(1);
    await ended;
    expect(socket).toBeTruthy();
    expect(another.connection.state).toBe('connected');
    expect(await waiting()).toEqual([]);
  });

  test('tries again while the realtime service does not answer, and does not forget a lost right however old', async () => {
    process.env.PUSHER_PORT = '9';
    await asMemberCommitted('acme.leader', async (ctx) => ctx.revoke(member));
    expect(await deliverOnce()).toBe(0);
    expect(await waiting()).toMatchObject([{ kind: 'terminate', attempts: 1, last_error: expect.any(String) }]);

    process.env.PUSHER_PORT = String(trial.port);
    await owner.query(`update outbox set available_at = now(), created_at = now() - interval '1 hour'`);
    const client = trial.client(member);
    await signedIn(client);
    const ended = heard(client.connection, 'disconnected');
    expect(await deliverOnce()).toBe(1);
    await ended;
  });
});
