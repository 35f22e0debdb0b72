import { startTransition } from 'react';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { showToast } from '@/components/ui/overlay/toast';
import { switchOrganisation } from '@/lib/session/actions';
import { linksOf } from '@/lib/tenant/organisation-path';
import type { Shell } from './shell-context';

const SWITCHED = 'guildhall-switched';

/** Whether this page was opened by a switch to this organisation; asked once. */
export function wasSwitchedTo(key: string): boolean {
  try {
    const to = sessionStorage.getItem(SWITCHED);
    sessionStorage.removeItem(SWITCHED);
    return to === key;
  } catch {
    return false;
  }
}

export function changeOrganisation({ organisation, host }: Pick<Shell, 'organisation' | 'host'>, key: string): void {
  if (key === organisation.key) return;
  const there = linksOf(key, host)('dashboard');
  // The other host has a session of its own; this one goes on.
  if (host) window.location.assign(there);
  else enterOrganisation(key, there);
}

/** Ends the session here and opens one in the organisation of that key, at a page of it, which then says so. */
export function enterOrganisation(key: string, there: string): void {
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
    try {
      sessionStorage.setItem(SWITCHED, key);
    } catch {
      // Then the page does not say so.
    }
    // A full page load: nothing of the old organisation stays in memory.
    window.location.assign(there);
  });
}
