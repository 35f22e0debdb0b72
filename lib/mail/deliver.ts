import 'server-only';
import nodemailer, { type Transporter } from 'nodemailer';
import { env } from '@/lib/env';
import { ANYBODY, type Reader } from '@/lib/formats';
import { type LateMail, type OpenedMail, senderOf } from '@/lib/mail/queue';
import { type MailToRender, work as renderHere } from '@/lib/mail/render-work';
import { keepMail, sinkWritable } from '@/lib/mail/sink';
import type { MailBrand } from '@/lib/mail/templates/layout';
import { unseal } from '@/lib/seal';
import { WorkerThread } from '@/lib/thread/worker-thread';

const held = globalThis as { guildhallMail?: { url: string; transport: Transporter } };

/** One connection pool per server, so that thousands of invitations leave at a pace it accepts. */
function transportTo(url: string): Transporter {
  if (held.guildhallMail?.url === url) return held.guildhallMail.transport;
  held.guildhallMail?.transport.close();
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    rateDelta: 1_000,
    rateLimit: 20,
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    // A slow server may have taken the email already: retrying too soon would send it twice.
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as nodemailer.TransportOptions);
  held.guildhallMail = { url, transport };
  return transport;
}

// Thousands of emails, of milliseconds each.
const thread = new WorkerThread('lib/mail/render-work.ts', 20_000, renderHere);
const renderBeside = (mail: MailToRender) => thread.run(mail, '');

const VERIFY_MS = 3_000;

/** Whether the mail server accepts our login, within three seconds; without one, whether the folder is writable. */
export async function mailAnswers(): Promise<boolean> {
  const url = env.smtpUrl;
  if (!url) return sinkWritable();
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), VERIFY_MS).unref());
  return Promise.race([
    transportTo(url)
      .verify()
      .catch(() => false as const),
    late,
  ]);
}

/** `beside`: rendered in a thread of its own. `late`: what one says by now; null, and nothing leaves. Into a file without a server. The job's id is the Message-ID, so a repetition after a crash is recognised. */
export async function deliverMail(
  id: string,
  sealed: string,
  {
    brand,
    reader = ANYBODY,
    beside = false,
    late,
  }: {
    brand?: MailBrand;
    reader?: Reader;
    beside?: boolean;
    late?: (mail: LateMail) => Promise<OpenedMail | null>;
  } = {},
): Promise<void> {
  const kept = unseal<OpenedMail | LateMail>(sealed);
  const opened = 'notifications' in kept ? await late?.(kept) : kept;
  if (!opened) return;
  const mail = await (beside ? renderBeside : renderHere)({ mail: opened, brand, reader: opened.reader ?? reader });
  const host = new URL(env.appUrl).hostname;
  const from = senderOf();
  const headers = headersOf(opened, host);
  if (!env.smtpUrl) {
    if (env.mode === 'production') throw new Error('SMTP_URL is not set.');
    await keepMail(id, from, mail, headers, opened.calendar?.text);
    return;
  }
  await transportTo(env.smtpUrl).sendMail({
    messageId: `<${id}@${host}>`,
    from,
    // As an object: text would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers,
    ...(opened.calendar && {
      icalEvent: { method: opened.calendar.method, filename: 'meeting.ics', content: opened.calendar.text },
    }),
  });
}

/** One click ends them (RFC 8058). Emails of a thread answer a first one that was never sent. */
function headersOf({ list }: OpenedMail, host: string): Record<string, string> {
  const root = list?.thread && `<task-${list.thread}@${host}>`;
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(list && {
      'List-Unsubscribe': `<${env.appUrl}/api/unsubscribe/${list.token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    ...(root && { 'In-Reply-To': root, References: root }),
  };
}
