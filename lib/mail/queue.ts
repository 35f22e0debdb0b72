import 'server-only';
import type { MailData, MailTemplate } from '@/lib/mail/templates';
import { addToOutbox } from '@/lib/outbox';
import { seal } from '@/lib/seal';
import type { Db } from '@/lib/sql';

/** One mail that is to leave: whom to, which template, and what the template says. */
export type NewMail<T extends MailTemplate = MailTemplate> = {
  /** For work as `auth`; a member's transaction leaves it out, and the database fills it. */
  orgId?: string;
  /** One email, as the validator returned it. */
  to: string;
  template: T;
  data: MailData[T];
};

/** A queued mail as the outbox holds it, sealed: codes and links of invitations are in it. */
export type SealedMail = { sealed: string };
export type OpenedMail = { to: string; template: MailTemplate; data: MailData[MailTemplate] };

/**
 * Queues an email in the caller's transaction: it leaves after commit, once, and not at all when the transaction fails.
 * Returns the outbox row's id, which is the email's Message-ID too.
 */
export async function queueMail<T extends MailTemplate>(ctx: { db: Db }, mail: NewMail<T>): Promise<string> {
  const [id] = await queueMails(ctx, [mail]);
  return id as string;
}

/** Many emails in one statement. */
export const queueMails = <T extends MailTemplate>({ db }: { db: Db }, mails: NewMail<T>[]): Promise<string[]> =>
  addToOutbox(
    db,
    mails.map(({ orgId, to, template, data }) => ({
      ...(orgId && { orgId }),
      kind: 'mail',
      recipient: to,
      template,
      payload: { sealed: seal({ to, template, data } satisfies OpenedMail) } satisfies SealedMail,
    })),
  );
