'use client';

import { useRef, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { PasswordField } from '@/components/ui/form/password-field';
import { anotherPassphrase } from '@/lib/sign-up/actions';

/** Offers a passphrase of five words: easier to remember than signs, and harder to guess. */
export function NewPasswordField({
  name,
  label,
  suggestion,
  error,
}: {
  name: string;
  label: string;
  /** Passphrase made by the server, so that it works without scripts. */
  suggestion: string;
  error?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [offered, setOffered] = useState(suggestion);
  const [taken, setTaken] = useState(false);
  const [pending, begin] = useTransition();

  function take() {
    if (!input.current) return;
    input.current.value = offered;
    input.current.focus();
    setTaken(true);
  }

  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        id={name}
        ref={input}
        label={label}
        name={name}
        autoComplete="new-password"
        hint="15 characters or more. Any characters; several words are best."
        required
        minLength={15}
        limit={256}
        error={error}
      />
      <div className="rounded-sm bg-sunken px-3 py-2.5">
        <p className="text-sm text-text-2">A passphrase that nobody else has:</p>
        <p className="mt-0.5 text-base font-medium break-words select-all" translate="no">
          {offered}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="compact" onClick={take}>
            Use this passphrase
          </Button>
          <Button
            size="compact"
            variant="quiet"
            pending={pending}
            onClick={() =>
              begin(async () => {
                setOffered(await anotherPassphrase());
                setTaken(false);
              })
            }
          >
            Another one
          </Button>
        </div>
        <p role="status" className="text-sm text-ok-text">
          {taken ? 'Filled in. Keep it in your password manager, or write it down.' : ''}
        </p>
      </div>
    </div>
  );
}
