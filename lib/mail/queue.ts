import 'server-only';
import type { MailData, MailTemplate } from '@/lib/mail/templates';
import { addToOutbox } from '@/lib/outbox';
import { seal } from '@/lib/seal';
import type { Db } from '@/lib/sql';

export type NewMail<T extends MailTemplate = MailTemplate> = {
  /** Only for work as `auth`; the database fills it for members. */
  orgId?: string;
  to: string;
  template: T;
  data: MailData[T];
};

/** As stored in the outbox; sealed because it contains codes and invitation links. */
export type SealedMail = { sealed: string };
export type OpenedMail = { to: string; template: MailTemplate; data: MailData[MailTemplate] };

/** Leaves once, after commit. Returns the outbox row's id, also its Message-ID. */
export async function queueMail<T extends MailTemplate>(ctx: { db: Db }, mail: NewMail<T>): Promise<string> {
  const [id] = await queueMails(ctx, [mail]);
  return id as string;
}

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
