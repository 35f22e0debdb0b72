'use client';

import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { announceLogout } from '@/components/query/session-channel';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { TextField } from '@/components/ui/form/text-field';
import { forgetSignedIn } from '@/components/viewer/browser-storage';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { GRACE_DAYS } from '@/lib/retention';
import { PasswordQuestion } from './password-question';

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { organisation } = useShell();
  const [name, setName] = useState('');
  return (
    <PasswordQuestion
      danger
      title={bidi`Delete ${organisation.name}`}
      description={`Everybody is signed out immediately, and nobody can log in. An admin can restore it with everything in it within ${GRACE_DAYS} days; after that it is deleted permanently.`}
      action="Delete"
      pendingText="Deleting…"
      ready={name.trim() === organisation.name}
      fields={['name']}
      call={async (current_password) => {
        // The session ends with the organisation: that must not count as an expiry.
        const stay = leaveOnPurpose();
        try {
          return await call('POST deleteOrganisation', { name, current_password });
        } catch (error) {
          stay();
          throw error;
        }
      }}
      onDone={({ sub_domain }) => {
        announceLogout();
        forgetSignedIn();
        window.location.replace(`/verified?done=deleted&organisation=${encodeURIComponent(sub_domain)}`);
        return null;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField
          label={bidi`Type the name of the organisation: ${organisation.name}`}
          autoComplete="off"
          spellCheck={false}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={errorOf('name')}
        />
      )}
    </PasswordQuestion>
  );
}
