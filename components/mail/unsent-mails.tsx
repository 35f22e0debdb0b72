import { MailCheck } from 'lucide-react';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainMoment } from '@/components/ui/formats';
import type { UnsentMail } from '@/lib/mail/schema';
import { RetryButton } from './retry-button';

const TONE = { waiting: 'info', retrying: 'warn', given_up: 'danger' } as const;

/** Never shows the content. */
export function UnsentMails({ mails }: { mails: readonly UnsentMail[] }) {
  if (!mails.length)
    return (
      <EmptyState headingLevel={3} icon={<MailCheck />} title="All emails were sent">
        An email that cannot be sent is listed here. We try again for three days.
      </EmptyState>
    );
  return (
    <ul aria-label="Emails that were not sent" className="divide-y divide-border">
      {mails.map((mail) => (
        <li key={mail._id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-base font-medium break-all">{mail.to ?? 'Recipient unknown'}</p>
            <p className="text-sm text-text-2">
              {mail.template_label} · <Ago at={mail.created_at} /> ·{' '}
              {mail.attempts === 1 ? 'tried once' : `tried ${mail.attempts} times`}
              {mail.state === 'retrying' && mail.next_try_at && (
                <>
                  {' '}
                  · next at <PlainMoment at={mail.next_try_at} style="time" />
                </>
              )}
            </p>
            {mail.error && <p className="mt-1 font-mono text-xs break-words text-danger-text">{mail.error}</p>}
          </div>
          <Badge tone={TONE[mail.state]}>{mail.state_label}</Badge>
          {mail.can.retry && <RetryButton id={mail._id} to={mail.to} />}
        </li>
      ))}
    </ul>
  );
}
