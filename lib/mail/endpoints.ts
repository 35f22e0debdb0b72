import 'server-only';
import { command, defineEndpoints, list } from '@/lib/contract/endpoint';
import { retryMail } from '@/lib/mail/commands';
import { listUnsentMails } from '@/lib/mail/queries';
import { ListUnsentMails, MailsRetried, RetryMail, UnsentMail } from '@/lib/mail/schema';

export const mailEndpoints = defineEndpoints({
  'GET unsentMailList': list(
    ListUnsentMails,
    UnsentMail,
    'mail.view',
    listUnsentMails,
    'Emails of the organisation that failed or are being retried, oldest first.',
  ),
  'POST retryMail': command(
    RetryMail,
    MailsRetried,
    'mail.view',
    retryMail,
    'Retries a failed email now; without an id, all of them.',
  ),
});
