'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { DeniedState } from '@/components/ui/denied-state';
import { PageTitle } from './page-title';
import { placeOf } from './places';
import { useOrganisationLinks, useShell } from './shell-context';

const WHAT: Record<string, string> = {
  userlist: 'The people list is not open to you',
  settings: 'Settings are not open to you',
};

/** Says what is closed, why, and who could open it. */
export function DeniedScreen() {
  const hrefTo = useOrganisationLinks();
  const { organisation, member } = useShell();
  const place = placeOf(useSelectedLayoutSegment());
  const what = WHAT[place ?? ''] ?? 'This page is not open to you';
  return (
    <>
      <PageTitle>{what}</PageTitle>
      <DeniedState
        what={what}
        why={`Your role in ${organisation.name} is ${member.role_label}, and that role does not see this page.`}
        who={`An admin of ${organisation.name} can give you another role.`}
        backHref={hrefTo('dashboard')}
        backLabel="Back to Dashboard"
      />
    </>
  );
}
