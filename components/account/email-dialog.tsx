'use client';

import { useState } from 'react';
import { useSentWhenWhole } from '@/components/form/sent-when-whole';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { CurrentPassword, type SecurityDialogProps } from './second-factor-dialogs';

export function EmailDialog({ security, onClose, finalFocus }: SecurityDialogProps) {
  const sendWhenWhole = useSentWhenWhole();
  const [asked, setAsked] = useState(security.pending_email);
  const { run, pending, error } = useCall();
  const { email, current_password: password, otp } = error?.errors ?? {};

  function submit(given: FormData) {
    const text = (name: string) => String(given.get(name));
    if (!asked) {
      const body = { email: text('email'), current_password: text('current_password') };
      void run(async () => setAsked((await call('POST changeAddress', body)).pending_email));
      return;
    }
    void run(
      () => call('POST confirmAddress', { otp: text('otp') }),
      (done) => `You log in with ${done.email} now`,
    ).then((done) => done && onClose());
  }

  return (
    <FormDialog
      title="Change your email"
      description={
        asked
          ? `We sent a code to ${asked}. Your email changes when you enter it.`
          : 'You sign in with one email in all your organisations. We send a code to the new email and a notice to the current one.'
      }
      finalFocus={finalFocus}
      beside={
        asked && (
          <Button
            variant="quiet"
            onClick={() => void run(() => call('POST cancelAddress')).then((done) => done && setAsked(null))}
          >
            Use another email
          </Button>
        )
      }
      action={asked ? 'Confirm' : 'Send a code'}
      pendingText={asked ? 'Checking…' : 'Sending…'}
      pending={pending}
      message={email || password || otp ? undefined : error?.message}
      attempt={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {asked ? (
        <>
          <TextField
            label="Code"
            name="otp"
            hint="Six digits from the email, valid for 10 minutes."
            inputMode="numeric"
            autoComplete="one-time-code"
            onInput={sendWhenWhole}
            limit={9}
            required
            error={otp?.[0]}
            ref={focus}
          />
          <p className="text-sm text-text-2">Your other sessions end when the email changes.</p>
        </>
      ) : (
        <>
          <TextField
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            limit={254}
            required
            error={email?.[0]}
          />
          <CurrentPassword error={password?.[0]} />
        </>
      )}
    </FormDialog>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();
