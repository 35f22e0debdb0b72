'use client';

import { type FormEvent, useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { useFirstMistake } from '@/components/query/use-first-mistake';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import type { OwnSecurity } from '@/lib/account/schema.security';
import { RecoveryCodeList } from './recovery-codes';
import { SecondFactorSetup } from './second-factor-setup';

export type SecurityDialogProps = { security: OwnSecurity; onClose: () => void; finalFocus: () => HTMLElement | null };

const FORM = 'security-form';

/** Sets a second factor up. */
export function SetUpDialog({ onClose, finalFocus }: SecurityDialogProps) {
  const [showsCodes, setShowsCodes] = useState(false);
  return (
    <Dialog
      open
      // The codes are shown this once: an Escape by habit must not lose them.
      onOpenChange={(open) => !open && !showsCodes && onClose()}
      title="Set up a second factor"
      finalFocus={finalFocus}
    >
      <SecondFactorSetup onDone={onClose} onCodes={() => setShowsCodes(true)} doneText="I have saved them">
        <p>
          An authenticator is an app on your phone, or a password manager, that shows a new six-digit code every half
          minute. Logging in then asks for your password and that code.
        </p>
      </SecondFactorSetup>
    </Dialog>
  );
}

/** Ten new recovery codes in place of the old ones. */
export function NewCodesDialog({ onClose, finalFocus }: SecurityDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, pending, error } = useCall();
  const form = useFirstMistake(error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const current_password = String(new FormData(event.currentTarget).get('current_password') ?? '');
    void run(async () => setCodes((await call('POST recoveryCodes', { current_password })).recovery_codes));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !codes && onClose()}
      title="New recovery codes"
      description={codes ? undefined : 'Your current codes stop working as soon as the new ones are created.'}
      finalFocus={finalFocus}
      footer={
        codes ? (
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        ) : (
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" form={FORM} variant="primary" pending={pending} pendingText="Creating…">
              Create new codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <form ref={form} id={FORM} onSubmit={submit} className="flex flex-col gap-4">
          <FormError message={error?.errors.current_password ? undefined : error?.message} attempt={error} />
          <CurrentPassword error={error?.errors.current_password?.[0]} />
        </form>
      )}
    </Dialog>
  );
}

/** Switches it off, with password and code. */
export function SwitchOffDialog({ security, onClose, finalFocus }: SecurityDialogProps) {
  const { run, pending, error } = useCall();
  const form = useFirstMistake(error);
  const { required_by: requiredBy } = security.second_factor;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body = { current_password: String(given.get('current_password')), code: String(given.get('code')) };
    void run(
      () => call('POST disableTotp', body),
      () => 'Your second factor is off',
    ).then((done) => done && onClose());
  };
  const { code, current_password: password } = error?.errors ?? {};
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Switch off your second factor"
      description="From then on your password alone is enough to log in, and your recovery codes stop working."
      finalFocus={finalFocus}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="danger" pending={pending} pendingText="Switching off…">
            Switch off
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        <FormError message={code || password ? undefined : error?.message} attempt={error} />
        {requiredBy.length > 0 && (
          <p className="rounded-sm bg-warn-soft px-3 py-2.5 text-base text-warn-text">
            {requiredBy.join(', ')} {requiredBy.length === 1 ? 'requires' : 'require'} a second factor: you will have to
            set one up again before you can go on there.
          </p>
        )}
        <CurrentPassword error={password?.[0]} />
        <TextField
          label="Code"
          name="code"
          hint="From your authenticator, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          error={code?.[0]}
        />
      </form>
    </Dialog>
  );
}

/** The password, asked for again. */
export function CurrentPassword({ error }: { error?: string }) {
  return (
    <PasswordField
      label="Current password"
      name="current_password"
      autoComplete="current-password"
      required
      maxLength={256}
      error={error}
    />
  );
}
