import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GET } from '@/app/api/cron/outbox/route';
import { asAuth } from '@/lib/db';
import { deliverWhile } from '@/lib/delivery/delivery';
import { deliverOnce } from '@/lib/delivery/live';
import { env } from '@/lib/env';
import { queueMails } from '@/lib/mail/queue';
import { kickOutbox } from '@/lib/outbox';
import { asMemberCommitted } from '@/lib/test/as-member';
import { textsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { wholeTest } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';

/** What a delivery costs, and how long a scheduled call goes on with it. */

const owner = ownerClient();
beforeEach(async () => {
  await owner.query('delete from outbox; delete from job');
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
});

const invite = (people: number) =>
  asAuth((db) =>
    queueMails(
      { db },
      Array.from({ length: people }, (_, at) => ({
        orgId: fixtureId('acme'),
        to: `p${at}@bulk.test`,
        template: 'invitation' as const,
        data: { organisation: 'Acme', inviter: 'Ada', role: 'User', path: '/invitation?token=t' },
      })),
    ),
  );
const WAITING = `select (select count(*) from outbox where delivered_at is null)::int
  + (select count(*) from job where state in ('waiting', 'running'))::int as n`;
const waiting = async (): Promise<number> => (await owner.query(WAITING)).rows[0].n;

describe('the scheduled call', () => {
  const scheduled = () =>
    GET(new Request('http://localhost/api/cron/outbox', { headers: { authorization: `Bearer ${env.cronSecret}` } }));

  test('works until nothing waits', async () => {
    // Notices of what is due come once.
    await scheduled();
    await invite(40);
    expect(await (await scheduled()).json()).toMatchObject({ data: { delivered: 40 } });
    expect(await waiting()).toBe(0);
  });

  wholeTest('begins nothing more when its time is spent, and the next goes on', async () => {
    await invite(40);
    let rounds = 2;
    const some = await deliverWhile(() => rounds-- > 0);
    expect(some).toBeGreaterThan(0);
    expect(await waiting()).toBe(40 - some);
    expect(await deliverWhile(() => true)).toBe(40 - some);
  });
});

describe('statements', () => {
  test('a delivery of live messages is three', async () => {
    await asMemberCommitted('acme.leader', async (ctx) =>
      ctx.happened('session.ended', { memberId: fixtureId('acme.user') }),
    );
    expect(await waiting()).toBe(1);
    expect(await textsOf(deliverOnce)).toHaveLength(3);
    expect(await waiting()).toBe(0);
  });

  test('a write that no email follows asks for none', async () => {
    const token = await bearer('acme.leader');
    const texts = await textsOf(async () => {
      const body = { project_id: fixtureId('acme.WEB'), title: 'Counted' };
      expect((await call('POST', 'Task', { token, body })).status).toBe(201);
      await expect.poll(waiting).toBe(0);
    });
    const ofOutbox = texts.filter((text) => /\b(outbox|job)\b/.test(text) && !/count\(/.test(text));
    expect(ofOutbox).toEqual([expect.stringMatching(/insert into outbox/i), expect.stringMatching(/^update outbox/)]);
  });
});

test('on a host without timers what a change caused follows its answer, and outside of a request nothing fails', async () => {
  vi.stubEnv('TIMERS', 'off');
  await invite(3);
  kickOutbox();
  await expect.poll(waiting).toBe(0);
});
