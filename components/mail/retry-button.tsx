'use client';

import { RotateCw } from 'lucide-react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';

const soon = (mails: number) => (mails === 1 ? 'Retrying 1 email' : `Retrying ${mails} emails`);

/** Without `id`: all that failed. */
export function RetryButton({ id, to }: { id?: string; to?: string | null }) {
  const { run, pending, error } = useCall();
  return (
    <span className="flex flex-col items-end gap-1">
      <Button
        size="compact"
        icon={<RotateCw />}
        pending={pending}
        pendingText="Sending…"
        onClick={() =>
          void run(
            () => call('POST retryMail', { ...(id && { id }) }),
            ({ mails }) => soon(mails),
          )
        }
      >
        {id ? 'Try now' : 'Try all now'}
        {to && <span className="sr-only"> for the email to {to}</span>}
      </Button>
      {error && (
        <span role="alert" className="text-sm text-danger-text">
          {error.message}
        </span>
      )}
    </span>
  );
}
