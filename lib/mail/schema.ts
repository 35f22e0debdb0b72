/** Emails that did not leave. Runs anywhere. */
import { z } from 'zod';
import { MAIL_STATES } from '@/lib/mail/vocabulary';
import { id, paging, record } from '@/lib/validation';

export const ListUnsentMails = z.strictObject({ ...paging });
export type ListUnsentMails = z.output<typeof ListUnsentMails>;

/** One email, or without `id` all that failed. */
export const RetryMail = z.strictObject({ id: id.optional() });
export type RetryMail = z.output<typeof RetryMail>;

export const UnsentMail = record('UnsentMail', {
  _id: z.string(),
  to: z.string().nullable(),
  template: z.string().nullable(),
  template_label: z.string(),
  state: z.enum(MAIL_STATES),
  state_label: z.string(),
  attempts: z.int(),
  /** The last error of the mail server or the connection. */
  error: z.string().nullable(),
  created_at: z.string(),
  /** Null when it is not tried again by itself. */
  next_try_at: z.string().nullable(),
  can: z.object({ retry: z.boolean() }),
});
export type UnsentMail = z.infer<typeof UnsentMail>;

export const MailsRetried = record('MailsRetried', { mails: z.int() });
export type MailsRetried = z.infer<typeof MailsRetried>;
