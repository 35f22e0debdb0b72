'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { useSentWhenWhole } from '@/components/form/sent-when-whole';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { useFirstMistake } from '@/components/query/use-first-mistake';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { TextField } from '@/components/ui/form/text-field';
import type { TotpSetup } from '@/lib/account/schema.security';
import { RecoveryCodeList } from './recovery-codes';

export function SecondFactorSetup({
  children,
  onDone,
  onCodes,
  doneText,
  level = 'h3',
}: {
  children: ReactNode;
  onDone: () => void;
  /** The codes are shown only now: the surrounding dialog must not close by accident. */
  onCodes?: () => void;
  doneText: string;
  /** Heading level of the steps. */
  level?: 'h2' | 'h3';
}) {
  const sendWhenWhole = useSentWhenWhole();
  const [setup, setSetup] = useState<TotpSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, pending, error } = useCall();
  const form = useFirstMistake(error);
  const field = (event: FormEvent<HTMLFormElement>, name: string) => {
    event.preventDefault();
    return String(new FormData(event.currentTarget).get(name) ?? '');
  };

  if (codes)
    return (
      <Step level={level} title="3. Save your recovery codes">
        <p className="rounded-sm bg-ok-soft px-3 py-2.5 text-base text-ok-text">Your second factor is on.</p>
        <RecoveryCodeList codes={codes} />
        <Button variant="primary" size="touch" wide onClick={onDone}>
          {doneText}
        </Button>
      </Step>
    );
  if (setup)
    return (
      <Step level={level} title="2. Add the account to your authenticator">
        <form
          ref={form}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            const code = field(event, 'code');
            void run(async () => {
              setCodes((await call('POST confirmTotp', { code })).recovery_codes);
              onCodes?.();
            });
          }}
        >
          <FormError message={error?.errors.code ? undefined : error?.message} attempt={error} />
          <div className="flex flex-wrap items-start gap-4">
            <QrPicture {...setup.qr} />
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-base text-text-2">Scan the QR code, or enter this secret:</p>
              <p className="mt-2 font-mono text-base break-all select-all" translate="no" data-testid="totp-secret">
                {setup.secret.match(/.{1,4}/g)?.join(' ')}
              </p>
              <a
                href={setup.address}
                className="mt-2 inline-block min-h-6 content-center text-sm text-accent-text hover:underline"
              >
                Open it on this device
              </a>
            </div>
          </div>
          <TextField
            key="code"
            label="Code"
            name="code"
            hint="The six digits that your authenticator shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
            onInput={sendWhenWhole}
            limit={9}
            required
            error={error?.errors.code?.[0]}
            ref={focus}
          />
          <Button type="submit" variant="primary" size="touch" wide pending={pending} pendingText="Checking…">
            Confirm
          </Button>
        </form>
      </Step>
    );
  return (
    <Step level={level} title="1. Confirm that it is you">
      <div className="text-base text-text-2">{children}</div>
      <form
        ref={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          const current_password = field(event, 'current_password');
          void run(async () => setSetup(await call('POST totp', { current_password })));
        }}
      >
        <FormError message={error?.errors.current_password ? undefined : error?.message} attempt={error} />
        <PasswordField
          key="password"
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          required
          limit={256}
          error={error?.errors.current_password?.[0]}
        />
        <Button type="submit" variant="primary" size="touch" wide pending={pending} pendingText="Checking…">
          Continue
        </Button>
      </form>
    </Step>
  );
}

function Step({ title, level: Heading, children }: { title: string; level: 'h2' | 'h3'; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <Heading dir="auto" className="text-base font-semibold">
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Dark on light in both themes, which cameras need. */
function QrPicture({ size, path }: TotpSetup['qr']) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Picture to scan with your authenticator; the same secret is shown as text"
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-sm border border-border"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();
