'use client';

import { SearchX } from 'lucide-react';
import { PageTitle } from '@/components/page/page-title';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { useOrganisationLinks } from '@/components/viewer/shell-context';

/** The same for missing, deleted and hidden things, so that it gives nothing away. */
export function NothingHere() {
  const hrefTo = useOrganisationLinks();
  return (
    <div className="py-10">
      <PageTitle>Page not found</PageTitle>
      <EmptyState
        headingLevel={1}
        icon={<SearchX />}
        title="Page not found"
        action={
          <ButtonLink href={hrefTo('dashboard')} variant="primary">
            Back to Dashboard
          </ButtonLink>
        }
        link={<ButtonLink href={hrefTo('project')}>See all projects</ButtonLink>}
      >
        <p>The link may be mistyped, or what it showed was deleted, moved, or is not shared with you.</p>
        <WhoCanHelp to="tell you" />
      </EmptyState>
    </div>
  );
}
