'use client';

import { useRouter } from 'next/navigation';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { canSeeInvitations } from '@/lib/invitation/policy';

/** Whoever has invited somebody is led to where the invitations stand. */
export function useLanding(): () => void {
  const router = useRouter();
  const hrefTo = useOrganisationLinks();
  const sees = canSeeInvitations(useActor());
  return () => sees && router.push(hrefTo('userlist?view=invitations'));
}
