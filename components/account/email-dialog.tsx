'use client';

import { type FormEvent, useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { useFirstMistake } from '@/components/query/use-first-mistake';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import { CurrentPassword, type SecurityDialogProps } from './second-factor-dialogs';

const FORM = 'address-form';

/** Another address to sign in with: first the request, then the code that went there. */
export function AddressDialog({ security, onClose, finalFocus }: SecurityDialogProps) {
  const [asked, setAsked] = useState(security.pending_email);
  const { run, pending, error } = useCall();
  const form = useFirstMistake(error);
  const { email, current_password: password, otp } = error?.errors ?? {};

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body = { email: String(given.get('email')), current_password: String(given.get('current_password')) };
    void run(async () => setAsked((await call('POST changeAddress', body)).pending_email));
  }
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('otp'));
    void run(
      () => call('POST confirmAddress', { otp: code }),
      (done) => `You log in with ${done.email} now`,
    ).then((done) => done && onClose());
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change your email"
      description={
        asked
          ? `We sent a code to ${asked}. Your email changes when you enter it.`
          : 'You sign in with one email in all your organisations. We send a code to the new email and a notice to the current one.'
      }
      finalFocus={finalFocus}
      footer={
        <>
          {asked && (
            <Button
              variant="quiet"
              onClick={() => void run(() => call('POST cancelAddress')).then((done) => done && setAsked(null))}
            >
              Use another email
            </Button>
          )}
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            pending={pending}
            pendingText={asked ? 'Checking…' : 'Sending…'}
          >
            {asked ? 'Confirm' : 'Send a code'}
          </Button>
        </>
      }
    >
      {asked ? (
        <form ref={form} key="code" id={FORM} onSubmit={confirm} className="flex flex-col gap-4">
          <FormError message={otp ? undefined : error?.message} attempt={error} />
          <TextField
            label="Code"
            name="otp"
            hint="Six digits from the email, valid for 10 minutes."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            required
            error={otp?.[0]}
            ref={focus}
          />
          <p className="text-sm text-text-2">Your other sessions end when the email changes.</p>
        </form>
      ) : (
        <form ref={form} key="request" id={FORM} onSubmit={ask} className="flex flex-col gap-4">
          <FormError message={email || password ? undefined : error?.message} attempt={error} />
          <TextField
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            maxLength={254}
            required
            error={email?.[0]}
          />
          <CurrentPassword error={password?.[0]} />
        </form>
      )}
    </Dialog>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();
