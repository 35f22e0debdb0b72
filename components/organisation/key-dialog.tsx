'use client';

import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { TextField } from '@/components/ui/form/text-field';
import { useShell } from '@/components/viewer/shell-context';
import { linksOf } from '@/lib/tenant/organisation-path';
import { PasswordQuestion } from './password-question';
import { useKeyAvailability } from './use-key-availability';

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { organisation, host } = useShell();
  const [key, setKey] = useState(organisation.key);
  const availability = useKeyAvailability(key, organisation.key);
  return (
    <PasswordQuestion
      title="Change the key"
      description="Every link to the organisation changes immediately. Links with the old key redirect to the new ones, and no other organisation can use the old key."
      action="Change the key"
      pendingText="Changing…"
      ready={key.trim() !== '' && key.trim() !== organisation.key && availability?.free !== false}
      fields={['sub_domain']}
      call={(current_password) => call('POST changeOrganisationKey', { sub_domain: key, current_password })}
      onDone={({ sub_domain }) => {
        // A full page load: every URL on this page has the old key.
        window.location.assign(linksOf(sub_domain, host)('settings?section=key'));
        return null;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className="flex flex-col gap-1">
          <TextField
            label="New key"
            hint={`Its links start with /${key.trim() || 'your-key'}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            limit={32}
            value={key}
            onChange={({ target }) => setKey(target.value.toLowerCase())}
            error={availability && !availability.free ? undefined : errorOf('sub_domain')}
          />
          <p
            dir="auto"
            role="status"
            className={availability?.free ? 'text-sm text-ok-text' : 'text-sm text-danger-text'}
          >
            {availability && (availability.free ? `“${availability.key}” is available.` : availability.reason)}
          </p>
        </div>
      )}
    </PasswordQuestion>
  );
}
