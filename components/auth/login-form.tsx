'use client';

import { useActionState, useEffect, useRef, useState } from 'react';
import { useOnline } from '@/components/form/use-online';
import { hasQueuedChanges } from '@/components/query/stored-names';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { TextField } from '@/components/ui/form/text-field';
import { endedSession } from '@/components/viewer/browser-storage';
import type { LoginState } from '@/lib/session/schema';
import { MfaStep } from './mfa-step';

const OFFLINE = 'You are offline. Log in when the connection is back.';

/** Works before and without scripts. Every failure gives the same sentence, so nothing is revealed. */
export function LoginForm({
  action,
  next,
  forgotHref = '/forgetpassword',
  loginHref,
  orgKey,
  ended,
  mfaToken,
}: {
  action: (state: LoginState, form: FormData) => Promise<LoginState>;
  /** A path of this site. */
  next?: string | null;
  forgotHref?: string;
  loginHref: string;
  orgKey: string;
  /** Set if the server ended the session; an expired one only the browser knows of. */
  ended: boolean;
  /** Signed MFA token, once everything but the second factor was right. */
  mfaToken?: string;
}) {
  const [state, submit, pending] = useActionState<LoginState, FormData>(action, { mfaToken });
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState<{ unsent: boolean } | null>(ended ? { unsent: false } : null);
  useEffect(() => {
    const last = endedSession(orgKey);
    if (!last || mfaToken) return;
    // Only a session that ended has left anything: others need not load what keeps drafts.
    const tell = (drafted: boolean) => setBefore({ unsent: drafted || hasQueuedChanges(last.member) });
    import('@/components/draft/draft-store').then(
      ({ hasDraft }) => tell(hasDraft(last.member)),
      () => tell(false),
    );
    const email = form.current?.elements.namedItem('email');
    if (!(email instanceof HTMLInputElement) || email.value) return;
    email.value = last.email;
    const password = form.current?.elements.namedItem('password');
    if (password instanceof HTMLInputElement && document.activeElement === email) password.focus();
  }, [orgKey, mfaToken]);
  const firstStep = (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        required
        autoFocus
        defaultValue={state.email}
        // React empties a form after its action: a new key brings the typed address back.
        key={state.email}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required limit={256} />
      <div className="-mt-1 text-right">
        <a
          href={forgotHref}
          className="inline-block min-h-6 content-center rounded-xs text-sm text-accent-text hover:underline"
        >
          Forgot your password?
        </a>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="touch"
        wide
        pending={pending}
        pendingText="Logging in…"
        disabled={!online}
        aria-describedby={online ? undefined : 'offline-reason'}
      >
        Login
      </Button>
      {!online && (
        <p id="offline-reason" role="status" className="text-sm text-warn-text">
          {OFFLINE}
        </p>
      )}
    </>
  );
  return (
    <form ref={form} action={submit} className="flex flex-col gap-4">
      {before && !state.error && (
        <p role="status" className="rounded-sm bg-info-soft px-3 py-2.5 text-base text-info-text">
          Your session ended. Sign in again{before.unsent ? '; your draft is saved.' : ' to continue where you were.'}
        </p>
      )}
      <FormError message={state.error} attempt={state} />
      {next && <input type="hidden" name="next" value={next} />}
      {state.mfaToken ? <MfaStep mfaToken={state.mfaToken} pending={pending} again={loginHref} /> : firstStep}
    </form>
  );
}
