'use client';

import { useState } from 'react';
import { api } from '@/components/query/api-client';
import { useShell } from '@/components/shell/shell-context';
import { TextField } from '@/components/ui/text-field';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import { PasswordQuestion } from './password-question';
import { useKeyStanding } from './use-key-standing';

/** The settings under the new key; on the organisation's own host, the same page of its new host. */
function addressOf(before: string, after: string): string {
  const { protocol, host } = window.location;
  const search = '?section=key';
  return host.startsWith(`${before}.`)
    ? `${protocol}//${after}${host.slice(before.length)}/settings${search}`
    : `/${after}/settings${search}`;
}

/** Another key for the organisation, checked while it is typed. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { organisation } = useShell();
  const [key, setKey] = useState(organisation.key);
  const standing = useKeyStanding(key, organisation.key);
  return (
    <PasswordQuestion
      title="Change the key"
      description="Every address of the organisation changes at once. Addresses with the old key lead on to the new ones, and nobody else can take it."
      action="Change the key"
      pendingText="Changing…"
      ready={key.trim() !== '' && key.trim() !== organisation.key && standing?.free !== false}
      fields={['sub_domain']}
      call={(current_password) =>
        api.post<OrganisationSettings>('changeOrganisationKey', { sub_domain: key, current_password })
      }
      onDone={({ sub_domain }) => {
        // A whole new page: every address on this one has the old key.
        window.location.assign(addressOf(organisation.key, sub_domain));
        return null;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className="flex flex-col gap-1">
          <TextField
            label="New key"
            hint={`Its addresses begin with it: /${key.trim() || 'your-key'}/dashboard`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={32}
            value={key}
            onChange={({ target }) => setKey(target.value.toLowerCase())}
            error={standing && !standing.free ? undefined : errorOf('sub_domain')}
          />
          <p role="status" className={standing?.free ? 'text-sm text-ok-text' : 'text-sm text-danger-text'}>
            {standing && (standing.free ? `“${standing.key}” is free.` : standing.reason)}
          </p>
        </div>
      )}
    </PasswordQuestion>
  );
}
