import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asAuth } from '@/lib/db';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { env } from '@/lib/env';
import { retryMail } from '@/lib/mail/commands';
import { mailAnswers } from '@/lib/mail/deliver';
import { listUnsentMails } from '@/lib/mail/queries';
import { queueMail } from '@/lib/mail/queue';
import type { UnsentMail } from '@/lib/mail/schema';
import { mailInWords } from '@/lib/mail/vocabulary';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Emails that did not leave: an admin learns of them and has them tried again (K10). */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => owner.query('delete from outbox; delete from job'));
afterEach(() => {
  delete process.env.SMTP_URL;
});

const AWAY = 'smtp://127.0.0.1:9';
const data = { organisation: 'Acme', code: '123456', key: 'acme' };
const send = (to: string, org = 'acme') =>
  asAuth((db) => queueMail({ db }, { orgId: fixtureId(org), to, template: 'resetCode', data }));
const list = (ctx: Ctx) => listUnsentMails(ctx, { page: 1, limit: 50 });
async function seenBy(who: string): Promise<UnsentMail[]> {
  let docs: UnsentMail[] = [];
  await asMember(who, async (ctx) => {
    docs = (await list(ctx)).docs;
  });
  return docs;
}
async function refused(to = 'a@acme.test', org = 'acme'): Promise<string> {
  process.env.SMTP_URL = AWAY;
  const id = await send(to, org);
  await deliverMailsOnce();
  delete process.env.SMTP_URL;
  return id;
}

describe('an email that failed', () => {
  test('K10 is shown with what it is, to whom, and why, and without what it says', async () => {
    const id = await refused();
    await refused('g@globex.test', 'globex');
    const [mail, ...more] = await seenBy('acme.admin');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      _id: id,
      to: 'a@acme.test',
      template_label: 'Code for a new password',
      state: 'retrying',
      attempts: 1,
      error: expect.stringContaining('ECONNREFUSED'),
      next_try_at: expect.any(String),
      can: { retry: true },
    });
    expect(JSON.stringify(mail)).not.toContain('123456');
  });

  test('I06 its sealed content is not for the tenant to read at all', async () => {
    await refused();
    await asMember('acme.admin', async ({ db }) => {
      await expect(db.job.findFirst({ select: { sealed: true } })).rejects.toThrow(/permission denied/);
    }).catch((error) => expect(String(error)).toMatch(/aborted|25P02/));
  });

  test('is given up after three days, and still shown', async () => {
    const id = await refused();
    await owner.query(`update job set created_at = now() - interval '4 days', run_at = now()`);
    process.env.SMTP_URL = AWAY;
    await deliverMailsOnce();
    expect(await seenBy('acme.admin')).toMatchObject([{ _id: id, state: 'given_up', next_try_at: null }]);
  });

  test('is tried again when somebody asks, once, with a line in the audit log', async () => {
    const id = await refused();
    await owner.query(`update job set state = 'failed'`);
    expect(await asMemberCommitted('acme.subadmin', (ctx) => retryMail(ctx, { id }))).toEqual({ mails: 1 });
    expect(await deliverMailsOnce()).toBe(1);
    expect(await seenBy('acme.admin')).toEqual([]);
    const { rows } = await owner.query(`select actor_id, after from audit where action = 'mail.retried'`);
    expect(rows).toEqual([{ actor_id: fixtureId('acme.subadmin'), after: { mails: 1 } }]);
    expect((await owner.query('select sealed, about from job')).rows).toEqual([{ sealed: '', about: {} }]);
  });

  test('X11 is not sent twice because somebody asks while it is being sent', async () => {
    const id = await refused();
    await owner.query('update job set run_at = now()');
    let ask: Promise<unknown> = Promise.resolve();
    const server = net.createServer((socket) => {
      // The greeting waits until somebody has asked.
      ask = failureOf(asMemberCommitted('acme.admin', (ctx) => retryMail(ctx, { id })));
      void ask.finally(() => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    await deliverMailsOnce();
    server.close();
    expect(await ask).toMatchObject({ code: 'not_found' });
  });

  test('of another organisation is nobody’s here', async () => {
    const id = await refused('g@globex.test', 'globex');
    expect(await attempt('acme.admin', (ctx) => retryMail(ctx, { id }))).toBe('not_found');
    await asMember('acme.admin', async (ctx) => expect(await retryMail(ctx, {})).toEqual({ mails: 0 }));
  });
});

test('an email on its way is not shown before it has waited for a minute', async () => {
  await send('a@acme.test');
  expect(await seenBy('acme.admin')).toEqual([]);
  await owner.query(`update job set created_at = now() - interval '2 minutes'`);
  expect(await seenBy('acme.admin')).toMatchObject([{ state: 'waiting', attempts: 0, can: { retry: false } }]);
});

test('every template has words, and one that nobody described is spelled out', async () => {
  const templates = await Promise.all([
    import('@/lib/mail/templates/codes'),
    import('@/lib/mail/templates/membership'),
    import('@/lib/mail/templates/security'),
  ]);
  for (const template of templates.flatMap((file) => Object.keys(file)))
    expect(mailInWords(template), template).toMatch(/^(Code|Notice|Invitation|Approval|Rejection|Change)/);
  expect(mailInWords('weatherReport')).toBe('Weather report');
});

describe('readiness of email', () => {
  const folder = join(env.dataDir, 'mail');

  test('without a server is whether the folder can be written', async () => {
    expect(await mailAnswers()).toBe(true);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    await mkdir(env.dataDir, { recursive: true });
    await writeFile(folder, 'in the way');
    expect(await mailAnswers()).toBe(false);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    await chmod(env.dataDir, 0o755);
  });

  test('with one that is away is no, at once', async () => {
    process.env.SMTP_URL = AWAY;
    expect(await mailAnswers()).toBe(false);
  });

  test('with one that says nothing is no, by itself', async () => {
    const server = net.createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    expect(await mailAnswers()).toBe(false);
    server.close();
  });

  test('with one that greets is yes', async () => {
    const server = net.createServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (said) => {
        if (/^(EHLO|HELO)/i.test(String(said))) socket.write('250 here\r\n');
        else if (/^QUIT/i.test(String(said))) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    expect(await mailAnswers()).toBe(true);
    server.close();
  });
});
