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
    'Mails of the organisation that could not be sent or wait for another try; the oldest first.',
  ),
  'POST retryMail': command(
    RetryMail,
    MailsRetried,
    'mail.view',
    retryMail,
    'Has a mail that failed tried again now; without an id all of them.',
  ),
});
