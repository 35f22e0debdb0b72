import 'server-only';
import { env } from '@/lib/env';
import type { Reader } from '@/lib/formats';
import type { MailData, MailTemplate } from '@/lib/mail/templates';
import { addJobs } from '@/lib/queue/jobs';
import type { Db } from '@/lib/sql';

export type NewMail<T extends MailTemplate = MailTemplate> = {
  /** Only for work as `auth`; the database fills it for members. */
  orgId?: string;
  to: string;
  template: T;
  data: MailData[T];
  /** For the reader's calendar. */
  calendar?: CalendarPart;
};

/** A file of iCalendar, and what a calendar is to do with it. */
type CalendarPart = { method: 'REQUEST' | 'CANCEL'; text: string };

/**
 * As it waits, sealed because it contains codes and invitation links. `list`: it is one of many that its reader can end;
 * those about one thing are a thread. `reader`: where it is not found by the address.
 */
export type OpenedMail = {
  to: string;
  reader?: Reader;
  template: MailTemplate;
  data: MailData[MailTemplate];
  list?: { token: string; thread: string | null };
  calendar?: CalendarPart;
};

/** Notifications: to whom it goes and what it says of them is read when it leaves, as the member it is for. */
export type LateMail = { notifications: string[]; digest: boolean };

// Thousands at once: codes, valid for ten minutes, do not wait behind them.
const BULK: MailTemplate = 'invitation';

/** Leaves once, after commit. Returns the job's id, also its Message-ID. */
export async function queueMail<T extends MailTemplate>(ctx: { db: Db }, mail: NewMail<T>): Promise<string> {
  const [id] = await queueMails(ctx, [mail]);
  return id as string;
}

export const queueNotices = (
  { db }: { db: Db },
  { memberId, email: to }: { memberId: string; email: string },
  mails: readonly LateMail[],
): Promise<string[]> =>
  addJobs(
    db,
    mails.map((mail) => ({
      ...{ kind: 'mail' as const, lane: 'mail' as const, shared: true as const, memberId },
      about: { to, template: mail.digest ? 'digest' : 'notice' } satisfies { to: string; template: MailTemplate },
      payload: mail,
    })),
  );

export const queueMails = <T extends MailTemplate>({ db }: { db: Db }, mails: NewMail<T>[]): Promise<string[]> =>
  addJobs(
    db,
    mails.map(({ orgId, to, template, data, calendar }) => ({
      ...(orgId && { orgId }),
      kind: 'mail',
      lane: template === BULK ? 'bulk' : 'mail',
      shared: true,
      about: { to, template },
      payload: { to, template, data, ...(calendar && { calendar }) },
    })),
  );

/** As emails say from whom they are: a name and an address. */
export const senderOf = (): string =>
  env.mailFrom ?? `${env.vendor.name.replace(/[^\p{L}\p{N} .-]/gu, '')} <no-reply@${new URL(env.appUrl).hostname}>`;

/** Its address alone. */
export const senderAddress = (): string => senderOf().split('<').at(-1)?.replace('>', '').trim() ?? '';
