'use client';

import { useState } from 'react';
import { AllLink } from '@/components/page/all-link';
import { FailedCard } from '@/components/page/failed-card';
import { SectionCard } from '@/components/page/section-card';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { useWaitingForMe, type Waiting } from './use-waiting-for-me';
import { WaitingRows } from './waiting-rows';

const TITLE = 'Waiting for you';
/** Rows that the dashboard shows; the inbox has all. */
const SHOWN = 6;

/** On the dashboard: what needs the person. Drawn for clients also when nothing does, who look for it here. */
export function WaitingCard({ initial }: { initial: Waiting | null }) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  const { waiting, refetch } = useWaitingForMe(initial);
  const { docs, totalDocs } = waiting ?? { docs: [], totalDocs: 0 };
  // What was answered last leaves its place to the focus.
  const [had] = useState(docs.length > 0);
  if (!waiting) return <FailedCard title={TITLE} onRetry={refetch} />;
  if (docs.length === 0 && !had && member.role !== 'client') return null;
  return (
    <FocusKeeper label="What waits for you">
      <SectionCard
        title={TITLE}
        flush={docs.length > 0}
        beside={
          totalDocs > SHOWN && !member.viewing ? (
            <AllLink href={hrefTo('notifications?state=waiting')}>All {totalDocs}</AllLink>
          ) : (
            totalDocs > 0 && <span className="text-base text-text-2 tabular-nums">{totalDocs}</span>
          )
        }
      >
        {docs.length === 0 ? (
          <p className="text-base text-text-2">Nothing waits for you. What the team needs from you will stand here.</p>
        ) : (
          <WaitingRows items={member.viewing ? docs : docs.slice(0, SHOWN)} onChanged={refetch} />
        )}
      </SectionCard>
    </FocusKeeper>
  );
}
