'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { useCall } from '@/components/member/use-call';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { TextField } from '@/components/ui/text-field';
import type { DomainCodeSent, OrganisationSettings } from '@/lib/organisation/schema';

/** Proves a domain in two steps: an address there, and the code that was mailed to it. */
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
      () => api.post<DomainCodeSent>('joinDomain', { email }),
      (answer) => {
        setSent(answer);
        return null;
      },
    );
  const confirm = () =>
    void run(
      () => api.post<OrganisationSettings>('confirmJoinDomain', { email: sent?.email ?? '', otp }),
      () => `${sent?.domain} is verified`,
    ).then((done) => {
      if (!done) return;
      forget();
      onClose();
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a domain"
      description={
        sent
          ? `A code is on its way to ${sent.email}. It counts for 10 minutes.`
          : 'Show that the domain is yours: we mail a code to an address there.'
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form="domain" variant="primary" pending={pending} pendingText="Working…">
            {sent ? 'Add the domain' : 'Send the code'}
          </Button>
        </>
      }
    >
      <form
        id="domain"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (sent) confirm();
          else send();
        }}
      >
        {!sent && <DraftNotice {...notice} />}
        <FormError message={errorOf('email') || errorOf('otp') ? undefined : error?.message} attempt={error} />
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
                Use another address
              </Button>
            </div>
          </>
        ) : (
          <TextField
            key="email"
            label="An address at the domain"
            type="email"
            hint="For example you@yourcompany.com. Everybody with an address after the @ could then join."
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => change({ email: target.value })}
            error={errorOf('email')}
          />
        )}
      </form>
    </Dialog>
  );
}
