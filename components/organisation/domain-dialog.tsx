'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { DomainCodeSent } from '@/lib/organisation/schema';

/** Two steps: an email address at the domain, then the code that was sent to it. */
export function DomainDialog({ onClose }: { onClose: () => void }) {
  const { run, pending, error } = useCall();
  const {
    value: { email },
    change,
    forget,
    notice,
  } = useFormDraft('domain', { email: '' });
  const [sent, setSent] = useState<DomainCodeSent>();
  const [otp, setOtp] = useState('');
  const errorOf = (field: string) => error?.errors[field]?.[0];

  const send = () =>
    void run(
      () => call('POST joinDomain', { email }),
      (answer) => {
        setSent(answer);
        return null;
      },
    );
  const confirm = () =>
    void run(
      () => call('POST confirmJoinDomain', { email: sent?.email ?? '', otp }),
      () => `${sent?.domain} is verified`,
    ).then((done) => {
      if (!done) return;
      forget();
      onClose();
    });

  return (
    <FormDialog
      title="Add a domain"
      description={
        sent
          ? `We sent a code to ${sent.email}. It is valid for 10 minutes.`
          : 'Prove that the domain is yours: we send a code to an email address there.'
      }
      action={sent ? 'Add the domain' : 'Send the code'}
      pendingText="Working…"
      pending={pending}
      message={errorOf('email') || errorOf('otp') ? undefined : error?.message}
      attempt={error}
      onSubmit={sent ? confirm : send}
      onClose={onClose}
    >
      {!sent && <DraftNotice {...notice} />}
      {sent ? (
        <>
          <TextField
            key="otp"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            value={otp}
            onChange={({ target }) => setOtp(target.value)}
            error={errorOf('otp')}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={send}>
              Send another code
            </Button>
            <Button variant="quiet" onClick={() => setSent(undefined)}>
              Use another email
            </Button>
          </div>
        </>
      ) : (
        <TextField
          key="email"
          label="Email at the domain"
          type="email"
          hint="For example you@yourcompany.com. Everybody with an email at that domain could then join."
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => change({ email: target.value })}
          error={errorOf('email')}
        />
      )}
    </FormDialog>
  );
}
