import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverOnce } from '@/lib/delivery/live';
import type { Ctx } from '@/lib/org';
import { memberChannel } from '@/lib/realtime/events';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { heard, signedIn, startTrial, type Trial } from '@/lib/test/protocol-fixture';

/** What a command leaves behind reaches browsers after commit: at least once, and only if it was committed (X11). */

const ACME = fixtureId('acme');
const member = fixtureId('acme.user');
const owner = ownerClient();
let trial: Trial;

beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.end());
beforeEach(async () => {
  await owner.query('delete from outbox');
  Object.assign(process.env, trial.environment);
});

const waiting = async () =>
  (await owner.query('select kind, attempts, last_error from outbox where delivered_at is null')).rows;

/** Tells the member of a comment: one message for one person. */
const mention = (ctx: Ctx) =>
  ctx.happened(
    'comment.mentioned',
    {
      id: fixtureId('comment'),
      taskId: fixtureId('acme.WEB-1'),
      projectId: fixtureId('acme.WEB'),
      taskAudience: 'client',
      audience: 'internal',
      mentioned: [member],
    },
    { comment_id: fixtureId('comment') },
  );

describe('the outbox', () => {
  test('announces an event after commit, once', async () => {
    const channel = trial.client(member).subscribe(memberChannel(member));
    await heard(channel, 'pusher:subscription_succeeded');
    const told = heard(channel, 'notification.added');
    await asMemberCommitted('acme.leader', async (ctx) => mention(ctx));
    expect(await deliverOnce()).toBe(1);
    expect(await told).toEqual({ id: member });
    expect(await deliverOnce()).toBe(0);
  });

  test('leaves nothing behind a command that failed', async () => {
    const failing = asMemberCommitted('acme.leader', async (ctx) => {
      mention(ctx);
      ctx.happened('session.ended', { memberId: member });
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
    await asMemberCommitted('acme.leader', async (ctx) => ctx.happened('session.ended', { memberId: member }));
    expect(await deliverOnce()).toBe(1);
    await ended;
    expect(socket).toBeTruthy();
    expect(another.connection.state).toBe('connected');
    expect(await waiting()).toEqual([]);
  });

  test('P06 ends them with the delivery that the change begins, however much waits before it', async () => {
    const client = trial.client(member);
    await signedIn(client);
    const ended = heard(client.connection, 'disconnected');
    await owner.query(
      `insert into outbox (id, org_id, kind, payload)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'realtime', '[]' from generate_series(1, 120) n`,
      [ACME],
    );
    await asMemberCommitted('acme.leader', async (ctx) =>
      ctx.happened(
        'project.members_changed',
        { id: fixtureId('acme.WEB') },
        { added: [], removed: [{ _id: member, name: 'user of acme' }] },
      ),
    );
    expect(await deliverOnce()).toBeGreaterThan(0);
    await ended;
    const kinds = (await waiting()).map(({ kind }) => kind);
    expect(kinds).not.toContain('terminate');
    expect(kinds).toContain('realtime');
  });

  test('tries again while the realtime service does not answer, and does not forget a lost right however old', async () => {
    process.env.PUSHER_PORT = '9';
    await asMemberCommitted('acme.leader', async (ctx) => ctx.happened('session.ended', { memberId: member }));
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

  test('a message that does not leave holds back those that came after it, so that they arrive in order', async () => {
    const channel = memberChannel(member);
    const calls = [
      Array(10).fill({ channel, event: 'x', data: 'x'.repeat(20_000) }),
      [{ channel, event: 'x', data: {} }],
    ];
    for (const [at, payload] of calls.entries())
      await owner.query(`insert into outbox (id, org_id, kind, payload) values ($1, $2, 'realtime', $3)`, [
        `00000000-0000-7000-8000-00000000000${at}`,
        ACME,
        JSON.stringify(payload),
      ]);
    expect(await deliverOnce()).toBe(0);
    expect(await waiting()).toHaveLength(2);
  });

  test('what a process had claimed that was killed leaves with the next one, at once', async () => {
    const silent = net.createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    process.env.PUSHER_PORT = String((silent.address() as AddressInfo).port);
    await asMemberCommitted('acme.leader', async (ctx) => mention(ctx));
    const claimed = once(silent, 'connection');
    const killed = deliverOnce().catch((error: unknown) => error);
    await claimed;
    // What PostgreSQL sees of a process that was killed.
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    process.env.PUSHER_PORT = String(trial.port);
    await expect.poll(deliverOnce).toBe(1);
    await killed;
    silent.close();
  });
});
