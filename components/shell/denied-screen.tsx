'use client';

import { Lock } from 'lucide-react';
import { useSelectedLayoutSegment } from 'next/navigation';
import { PageTitle } from '@/components/page/page-title';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { placeOf } from '@/components/viewer/places';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';

const WHAT: Record<string, string> = {
  userlist: 'You do not have access to the people list',
  settings: 'You do not have access to settings',
};

export function DeniedScreen() {
  const hrefTo = useOrganisationLinks();
  const { organisation, member } = useShell();
  const place = placeOf(useSelectedLayoutSegment());
  const what = WHAT[place ?? ''] ?? 'You do not have access to this page';
  return (
    <>
      <PageTitle>{what}</PageTitle>
      <div className="py-10">
        <EmptyState
          headingLevel={1}
          icon={<Lock />}
          title={what}
          action={
            <ButtonLink href={hrefTo('dashboard')} variant="primary">
              Back to Dashboard
            </ButtonLink>
          }
        >
          <p>
            Your role in {isolated(organisation.name)} is {member.role_label}, which does not have access to this page.
          </p>
          <WhoCanHelp to="give you another role" />
        </EmptyState>
      </div>
    </>
  );
}
