'use client';

import { useEffect, useState } from 'react';
import { TextField } from '@/components/ui/form/text-field';
import { Link } from '@/components/ui/link';
import type { AnswerOf } from '@/lib/api/contract';

type Availability = AnswerOf<'GET organisationKey'>;

/** `Ünion & Söhne GmbH` → `union-sohne-gmbh`. */
const keyFrom = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/^(.{32}).*$/, '$1')
    .replace(/-$/, '');

const PAUSE_MS = 300;

/** The server's answer, a moment after the last key press; null until then. */
function useAvailability(key: string, name: string): Availability | null {
  const [availability, setAvailability] = useState<Availability | null>(null);
  useEffect(() => {
    if (key.length < 2) return setAvailability(null);
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const search = new URLSearchParams({ key, name });
        const answer = await fetch(`/api/organisationKey?${search}`, { signal: asked.signal });
        if (answer.ok) setAvailability(((await answer.json()) as { data: Availability }).data);
      } catch {
        // Offline or aborted: sending the form checks again.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [key, name]);
  return availability?.key === key.trim().toLowerCase() ? availability : null;
}

/** The key follows the name until somebody edits it. */
export function OrganisationFields({
  address,
  name: nameBefore = '',
  sub_domain: keyBefore = '',
  errors,
}: {
  /** The installation's host, to show the URL the key gives. */
  address: string;
  name?: string;
  sub_domain?: string;
  errors: Record<string, string>;
}) {
  const [name, setName] = useState(nameBefore);
  const [key, setKey] = useState(keyBefore);
  const [own, setOwn] = useState(keyBefore !== '');
  const availability = useAvailability(key, name.trim());
  const alike = availability?.named_alike;
  return (
    <>
      <TextField
        id="organisation_name"
        label="Name of the organisation"
        name="organisation_name"
        autoComplete="organization"
        required
        limit={80}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          if (!own) setKey(keyFrom(target.value));
        }}
        error={errors.organisation_name}
      />
      <p role="status" className="-mt-3 text-sm text-warn-text empty:hidden">
        {alike && (
          <>
            There is an organisation “<bdi>{alike.organisation_name}</bdi>” ({alike.sub_domain}) already. If it is
            yours,{' '}
            <Link href={`/already_registered?q=${alike.sub_domain}`} prefetch={false} className="underline">
              log in
            </Link>{' '}
            or{' '}
            <Link href={`/signup?organisation=${alike.sub_domain}`} prefetch={false} className="underline">
              ask to join
            </Link>
            . If not, choose another name so that people do not confuse them.
          </>
        )}
      </p>
      <div className="flex flex-col gap-1">
        <TextField
          id="sub_domain"
          label="Key"
          name="sub_domain"
          hint={`Its links start with ${address}/${key || 'your-key'}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          limit={32}
          value={key}
          onChange={({ target }) => {
            setKey(target.value.toLowerCase());
            setOwn(target.value !== '');
          }}
          error={availability && !availability.free ? undefined : errors.sub_domain}
        />
        <p
          dir="auto"
          role="status"
          className={availability?.free ? 'text-sm text-ok-text' : 'text-sm text-danger-text'}
        >
          {availability && (availability.free ? `“${availability.key}” is available.` : availability.reason)}
        </p>
      </div>
    </>
  );
}
