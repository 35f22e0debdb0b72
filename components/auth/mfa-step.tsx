import { useState } from 'react';
import { useSentWhenWhole } from '@/components/form/sent-when-whole';
import { useOnline } from '@/components/form/use-online';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { Link } from '@/components/ui/link';

/** Second step of signing in: a code of the authenticator, or a recovery code, with the signed MFA token. */
export function MfaStep({ mfaToken, pending, again }: { mfaToken: string; pending: boolean; again: string }) {
  const [recovery, setRecovery] = useState(false);
  const online = useOnline();
  const onInput = useSentWhenWhole();
  return (
    <>
      <input type="hidden" name="mfa_token" value={mfaToken} />
      <TextField
        label={recovery ? 'Recovery code' : 'Code'}
        name="code"
        hint={
          recovery
            ? 'One of the ten codes you saved when you set up the second factor. Each works once.'
            : 'The six digits that your authenticator shows now. If you have lost your authenticator, enter one of your recovery codes.'
        }
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        limit={40}
        required
        onInput={recovery ? undefined : onInput}
        // The form changed under the reader: the focus goes to its field.
        ref={focus}
      />
      <Button
        type="submit"
        variant="primary"
        size="touch"
        wide
        pending={pending}
        pendingText="Checking…"
        disabled={!online}
      >
        Continue
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" size="compact" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the authenticator' : 'Use a recovery code'}
        </Button>
        <Link
          href={again}
          prefetch={false}
          // A full page load, so that nothing of the first step stays.
          onClick={(event) => {
            event.preventDefault();
            window.location.assign(again);
          }}
          className="inline-block min-h-6 content-center rounded-xs text-sm text-accent-text hover:underline"
        >
          Start again
        </Link>
      </div>
    </>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();
