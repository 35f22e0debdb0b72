import { startTransition } from 'react';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { showToast } from '@/components/ui/overlay/toast';
import { switchOrganisation } from '@/lib/session/actions';
import { linksOf } from '@/lib/tenant/organisation-path';
import type { Shell } from './shell-context';

export function changeOrganisation({ organisation, host }: Pick<Shell, 'organisation' | 'host'>, key: string): void {
  if (key === organisation.key) return;
  const there = linksOf(key, host)('dashboard');
  // The other host has a session of its own; this one goes on.
  if (host) {
    window.location.assign(there);
    return;
  }
  startTransition(async () => {
    const stay = leaveOnPurpose();
    try {
      await switchOrganisation(key, null);
    } catch (error) {
      // The redirect after success arrives as an error too.
      if (!(error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_REDIRECT'))) {
        stay();
        return showToast({ kind: 'failure', text: 'The organisation could not be changed. Try again.' });
      }
    }
    // A full page load: nothing of the old organisation stays in memory.
    window.location.assign(there);
  });
}
