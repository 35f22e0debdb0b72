'use client';

import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { PasswordField } from '@/components/ui/form/password-field';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { OwnSecurity } from '@/lib/account/schema.security';
import { RecoveryCodeList } from './recovery-codes';
import { SecondFactorSetup } from './second-factor-setup';

export type SecurityDialogProps = { security: OwnSecurity; onClose: () => void; finalFocus: () => HTMLElement | null };

export function SetUpDialog({ onClose, finalFocus }: SecurityDialogProps) {
  const [showsCodes, setShowsCodes] = useState(false);
  return (
    <Dialog
      open
      // The codes are shown only once: Escape must not lose them.
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

export function NewCodesDialog({ onClose, finalFocus }: SecurityDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, pending, error } = useCall();
  const make = (given: FormData) => {
    const current_password = String(given.get('current_password') ?? '');
    void run(async () => setCodes((await call('POST recoveryCodes', { current_password })).recovery_codes));
  };
  const wrong = error?.errors.current_password?.[0];
  return (
    <FormDialog
      title="New recovery codes"
      description={codes ? undefined : 'Your current codes stop working as soon as the new ones are created.'}
      finalFocus={finalFocus}
      cancels={!codes}
      action={codes ? 'I have saved them' : 'Create new codes'}
      pendingText={codes ? undefined : 'Creating…'}
      pending={pending}
      message={wrong ? undefined : error?.message}
      attempt={error}
      onSubmit={codes ? onClose : make}
      onClose={() => !codes && onClose()}
    >
      {codes ? <RecoveryCodeList codes={codes} /> : <CurrentPassword error={wrong} />}
    </FormDialog>
  );
}

export function SwitchOffDialog({ security, onClose, finalFocus }: SecurityDialogProps) {
  const { run, pending, error } = useCall();
  const { required_by: requiredBy } = security.second_factor;
  const submit = (given: FormData) => {
    const body = { current_password: String(given.get('current_password')), code: String(given.get('code')) };
    void run(
      () => call('POST disableTotp', body),
      () => 'Your second factor is off',
    ).then((done) => done && onClose());
  };
  const { code, current_password: password } = error?.errors ?? {};
  return (
    <FormDialog
      title="Switch off your second factor"
      description="From then on your password alone is enough to log in, and your recovery codes stop working."
      finalFocus={finalFocus}
      danger
      action="Switch off"
      pendingText="Switching off…"
      pending={pending}
      message={code || password ? undefined : error?.message}
      attempt={error}
      onSubmit={submit}
      onClose={onClose}
    >
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
        limit={40}
        required
        error={code?.[0]}
      />
    </FormDialog>
  );
}

export function CurrentPassword({ error }: { error?: string }) {
  return (
    <PasswordField
      label="Current password"
      name="current_password"
      autoComplete="current-password"
      required
      limit={256}
      error={error}
    />
  );
}
