import 'server-only';
import { allow, notFound } from '@/lib/errors';
import type { MailsRetried, RetryMail } from '@/lib/mail/schema';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { retryMails } from '@/lib/queue/jobs';

/** Retries a failed email now, or all. `not_found`: it left meanwhile, or is on its way. */
export async function retryMail(ctx: Ctx, { id }: RetryMail): Promise<MailsRetried> {
  allow(mayEver(ctx.actor, 'mail.view'), 'Your role cannot manage emails.');
  const count = await retryMails(ctx.db, id);
  if (id && !count) throw notFound('A failed email');
  if (count) ctx.happened('mail.retried', null, { mails: count });
  return { mails: count };
}
