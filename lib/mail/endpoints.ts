import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { retryMail } from '@/lib/mail/commands';
import { listUnsentMails } from '@/lib/mail/queries';
import { ListUnsentMails, MailsRetried, RetryMail, UnsentMail } from '@/lib/mail/schema';

export const mailEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'unsentMailList',
    summary: 'Mails of the organisation that could not be sent or wait for another try; the oldest first.',
    permission: 'mail.view',
    input: ListUnsentMails,
    output: UnsentMail,
    shape: 'list',
    message: 'Mails that did not leave.',
    run: listUnsentMails,
  }),
  endpoint({
    method: 'POST',
    path: 'retryMail',
    summary: 'Has a mail that failed tried again now; without an id all of them.',
    permission: 'mail.view',
    input: RetryMail,
    output: MailsRetried,
    shape: 'record',
    message: 'Tried again.',
    run: retryMail,
  }),
];
