import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asAuth } from '@/lib/db';
import { deliverOnce } from '@/lib/delivery/live';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { env } from '@/lib/env';
import { retryMail } from '@/lib/mail/commands';
import { deliverMail, mailAnswers } from '@/lib/mail/deliver';
import { listUnsentMails } from '@/lib/mail/queries';
import { queueMail, queueMails } from '@/lib/mail/queue';
import { renderMail } from '@/lib/mail/render';
import { listMails } from '@/lib/mail/sink';
import type { Ctx } from '@/lib/org';
import { seal, unseal } from '@/lib/seal';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

const owner = ownerClient();
const folder = join(env.dataDir, 'mail');

beforeEach(async () => {
  await owner.query('delete from outbox; delete from job');
  await emptyFolder();
});
afterEach(() => {
  delete process.env.SMTP_URL;
});

/** Whatever is sent goes to this server, or nowhere. */
async function withSmtp() {
  const server = await smtpServer();
  process.env.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  return server;
}
const emptyFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
const code = { organisation: 'Acme', code: '123456', key: 'acme' };
const send = (to: string, data = code, org = 'acme') =>
  asAuth((db) => queueMail({ db }, { orgId: fixtureId(org), to, template: 'resetCode', data }));
const INVITED = { inviter: 'Ann', organisation: 'Acme', role: 'User', path: '/invitation?token=t' };
const invitation = (data: Partial<typeof INVITED>) => ({
  ...{ to: 'a@acme.test', template: 'invitation' as const, data: { ...INVITED, ...data } },
});
const rows = async () => (await owner.query('select * from job order by id')).rows;

describe('sealed values', () => {
  test('come back whole, look different each time, and show nothing', () => {
    const [one, other] = [seal({ code: '123456' }), seal({ code: '123456' })];
    expect(one).not.toBe(other);
    expect(one).not.toContain('123456');
    expect(unseal(one)).toEqual({ code: '123456' });
  });

  test('refuse to open when a character was changed', () => {
    const sealed = seal('secret');
    const changed = `${sealed.slice(0, -3)}${sealed.at(-3) === 'A' ? 'B' : 'A'}${sealed.slice(-2)}`;
    expect(() => unseal(changed)).toThrow();
  });

  test('still open after the secret was changed, while the old one is configured', () => {
    const before = process.env.AUTH_SECRET;
    const sealed = seal('kept');
    process.env.AUTH_SECRET = 'another-secret-that-is-long-enough-as-well-and-new';
    expect(() => unseal(sealed)).toThrow(/no longer configured/);
    process.env.AUTH_SECRET_PREVIOUS = before;
    expect(unseal(sealed)).toBe('kept');
    delete process.env.AUTH_SECRET_PREVIOUS;
    process.env.AUTH_SECRET = before;
  });
});

describe('mail', () => {
  test('X11 leaves after commit, once, and its code lies nowhere in clear', async () => {
    const id = await send('a@acme.test');
    expect(JSON.stringify(await rows())).not.toContain('123456');
    expect(await deliverOnce()).toBe(0);
    expect(await deliverMailsOnce()).toBe(1);
    expect(await deliverMailsOnce()).toBe(0);
    const [mail, ...more] = await listMails('a@acme.test');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ id, subject: '123456 is your code for a new password' });
    expect(mail?.text).toContain('123456');
    expect(mail?.links).toEqual(['http://localhost:3000/forgetpassword?organisation=acme&step=code']);
    expect(await rows()).toMatchObject([{ sealed: '', about: {}, state: 'done', finished_at: expect.any(Date) }]);
  });

  test('X11 a rolled back transaction sends nothing', async () => {
    const failing = asMemberCommitted('acme.admin', async (ctx) => {
      await queueMail(ctx, { to: 'a@acme.test', template: 'resetCode', data: code });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  test('X11 K13 is one email although the process died between sending and noting it', async () => {
    const id = await send('a@acme.test');
    const [{ sealed }] = (await rows()) as [{ sealed: string }];
    await deliverMail(id, sealed);
    expect(await deliverMailsOnce()).toBe(1);
    expect(await listMails('a@acme.test')).toHaveLength(1);
    expect(await readdir(folder)).toEqual([`${id}.json`]);
  });

  test('K10 waits for a mail server that is away, however old the email, and then leaves', async () => {
    process.env.SMTP_URL = 'smtp://127.0.0.1:9';
    const id = await send('a@acme.test');
    expect(await deliverMailsOnce()).toBe(0);
    expect(await rows()).toMatchObject([{ attempts: 1, state: 'waiting', last_error: expect.any(String) }]);
    await owner.query(`update job set run_at = now(), created_at = now() - interval '2 hours'`);
    const server = await withSmtp();
    expect(await deliverMailsOnce()).toBe(1);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toContain(`Message-ID: <${id}@localhost>`);
    expect(server.mails[0]).toMatch(/Content-Type: text\/plain/);
    server.close();
  });

  test('a calendar part says by its method what it does: a meeting that is cancelled is taken out', async () => {
    const server = await withSmtp();
    for (const method of ['REQUEST', 'CANCEL'] as const) {
      const calendar = { method, text: `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n` };
      await asAuth((db) => queueMail({ db }, { orgId: fixtureId('acme'), ...invitation({}), calendar }));
      await deliverMailsOnce();
    }
    const methods = server.mails.map((mail) => /^Content-Type: text\/calendar;[^\n]*method=(\w+)/m.exec(mail)?.[1]);
    expect(methods).toEqual(['REQUEST', 'CANCEL']);
    server.close();
  });

  test('C06 line breaks and markup in names stay text', async () => {
    const hostile = 'Evil\r\nBcc: victim@globex.test\r\n\r\n<script>alert(1)</script><a href="https://evil.test">x</a>';
    const given = invitation({ inviter: hostile, organisation: hostile });
    const mail = await renderMail(given);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<script>alert');
    expect(mail.links).toEqual(['http://localhost:3000/invitation?token=t']);

    const server = await withSmtp();
    await asAuth((db) => queueMail({ db }, { orgId: fixtureId('acme'), ...given }));
    await deliverMailsOnce();
    expect(server.recipients).toEqual(['<a@acme.test>']);
    const headers = server.mails[0]?.split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^Bcc:/im);
    server.close();
  });

  test.each([
    ...['evil.com/@x', 'evil.com/a@b', 'ann@evil.example', 'evil。example', 'evil｡com', 'evil．example'],
    ...['evil\u2024com', 'evil-.com', '💩.la', '1.2.3.4', 'https://evil', 'ann＠evil', 'evil\ufe52com', 'evil:8080/x'],
  ])('C06 a name such as %s does not arrive as a link', async (name) => {
    const brand = { name, logo: 'x' } as never;
    const { subject, html, text, links } = await renderMail(invitation({ inviter: name, organisation: name }), brand);
    for (const part of [subject, html, text]) {
      expect(part).not.toContain(name);
      expect(part.replaceAll('\u2060', '')).toContain(name);
    }
    expect(links).toEqual(['http://localhost:3000/invitation?token=t']);
  });

  test('C06 an email that we name stays what it is', async () => {
    const name = 'evil.example {address}';
    const of = { organisation: 'Acme', key: 'acme', name, address: 'o.neil@new.test' };
    const to = 'a@acme.test';
    const changed = await renderMail({ to, template: 'emailChanged', data: of });
    const notice = { ...of, title: 'Changing', what: 'Your account is about to use {address} instead.' };
    const asked = await renderMail({ to, template: 'securityNotice', data: notice });
    for (const { text } of [changed, asked]) {
      expect(text).toContain('o.neil@new.test');
      expect(text).not.toContain('evil.example');
    }
    expect(asked.text).toContain('{address}');
  });

  test('C06 a link to another host is refused', async () => {
    const mail = renderMail(invitation({ path: 'https://evil.test/' }));
    await expect(mail).rejects.toThrow(/this installation only/);
  });
});

/** As much of an SMTP server as a client needs: it takes everything, and keeps it. */
async function smtpServer() {
  const mails: string[] = [];
  const recipients: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    let text = '';
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (;;) {
        const end = inData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) {
          mails.push(part);
          inData = false;
          socket.write('250 taken\r\n');
        } else if (/^DATA/i.test(part)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else {
          if (/^RCPT TO:/i.test(part)) recipients.push(part.slice(8).trim());
          socket.write(/^QUIT/i.test(part) ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    mails,
    recipients,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('D02 many emails of one organisation', () => {
  const bulk = (org: string, nr: number) =>
    asAuth((db) =>
      queueMails(
        { db },
        Array.from({ length: nr }, (_, at) => ({
          orgId: fixtureId(org),
          ...invitation({ organisation: org }),
          to: `p${at}@${org}-bulk.test`,
        })),
      ),
    );
  const sent = async () => (await listMails(null)).map(({ to }) => to);

  test('keep no code waiting', async () => {
    await bulk('acme', 30);
    await send('locked-out@globex.test');
    expect(await deliverMailsOnce(['mail'])).toBe(1);
    expect(await sent()).toEqual(['locked-out@globex.test']);
  });

  test('and let another organisation have its turn', async () => {
    await bulk('acme', 30);
    await bulk('globex', 2);
    await deliverMailsOnce(['bulk']);
    expect((await sent()).filter((to) => to.endsWith('@globex-bulk.test'))).toHaveLength(2);
  });
});

test('an email names days as its reader does, where the reader is', async () => {
  await owner.query(
    `update person set locale = 'de-DE', time_zone = 'Pacific/Auckland' where email = 'admin@acme.test'`,
  );
  const data = { organisation: 'Acme', key: 'acme', by: 'Ann', until: '2026-12-21T18:00:00.000Z' };
  for (const to of ['admin@acme.test', 'admin@globex.test', 'nobody@elsewhere.test'])
    await asAuth((db) => queueMail({ db }, { orgId: fixtureId('acme'), to, template: 'organisationDeleted', data }));
  await deliverMailsOnce();
  const text = async (to: string) => (await listMails(to))[0]?.text.replaceAll(/\s+/g, ' ');
  expect(await text('admin@acme.test')).toContain('deleted permanently on 22. Dezember 2026.');
  for (const to of ['admin@globex.test', 'nobody@elsewhere.test'])
    expect(await text(to)).toContain('deleted permanently on 21 December 2026.');
});

/** Emails that did not leave: an admin learns of them and has them tried again (K10). */
const AWAY = 'smtp://127.0.0.1:9';
const list = (ctx: Ctx) => listUnsentMails(ctx, { page: 1, limit: 50 });
const seenBy = async (who: string) => (await asMemberCommitted(who, list)).docs;
async function refused(to = 'a@acme.test', org = 'acme'): Promise<string> {
  process.env.SMTP_URL = AWAY;
  const id = await send(to, code, org);
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

  test('is tried again by itself where it is named', async () => {
    const [id] = [await refused(), await refused('b@acme.test')];
    expect(await asMemberCommitted('acme.admin', (ctx) => retryMail(ctx, { id }))).toEqual({ mails: 1 });
  });

  test('is tried again with all others of its organisation where none is named', async () => {
    for (const to of ['a@acme.test', 'b@acme.test']) await refused(to);
    await refused('g@globex.test', 'globex');
    expect(await asMemberCommitted('acme.admin', (ctx) => retryMail(ctx, {}))).toEqual({ mails: 2 });
    expect((await seenBy('globex.admin')).length).toBe(1);
  });

  test('or waits for more than a minute is shown, the oldest first; one that only waits is not tried again by hand', async () => {
    const [late, later] = [await send('late@acme.test'), await send('later@acme.test')];
    expect(await seenBy('acme.admin')).toEqual([]);
    await owner.query(
      `update job set created_at = now() - case when id = $1 then interval '2 minutes' else interval '3 minutes' end`,
      [late],
    );
    const waits = { state: 'waiting', error: null, can: { retry: false } };
    expect(await seenBy('acme.admin')).toMatchObject([
      { _id: later, ...waits },
      { _id: late, ...waits },
    ]);
    expect(await attempt('acme.admin', (ctx) => retryMail(ctx, { id: late }))).toBe('not_found');
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

describe('readiness of email', () => {
  test('without a server is whether the folder can be written', async () => {
    expect(await mailAnswers()).toBe(true);
    await emptyFolder();
    await mkdir(env.dataDir, { recursive: true });
    await writeFile(folder, 'in the way');
    expect(await mailAnswers()).toBe(false);
    await emptyFolder();
    await chmod(env.dataDir, 0o755);
  });

  test('with one that is away is no, at once', async () => {
    process.env.SMTP_URL = AWAY;
    expect(await mailAnswers()).toBe(false);
  });

  test('with one that greets is yes', async () => {
    const server = await withSmtp();
    expect(await mailAnswers()).toBe(true);
    server.close();
  });
});
