'use client';

import { useEffect } from 'react';
import { dropEndedDrafts } from '@/components/draft/drop-ended';
import { PersonCards } from '@/components/person/person-cards';
import { showToast } from '@/components/ui/overlay/toast';
import { RefreshAhead } from '@/components/url/refresh-ahead';
import { wasSwitchedTo } from '@/components/viewer/change-organisation';
import { useShell } from '@/components/viewer/shell-context';
import { TimeZoneOffer } from '@/components/viewer/time-zone-offer';
import { WorkflowWatch } from '@/components/workflow/workflow-watch';
import { bidi } from '@/lib/bidi';
import { OfflineLinks } from './offline-links';

/** What shows nothing at first, and is fetched when the page is there. */
export function AfterThePage({ timeZone }: { timeZone: string }) {
  const { member, organisation } = useShell();
  useEffect(() => {
    if (wasSwitchedTo(organisation.key)) showToast({ kind: 'info', text: bidi`You are in ${organisation.name} now.` });
  }, [organisation]);
  useEffect(() => void dropEndedDrafts(member._id), [member._id]);
  return (
    <>
      <PersonCards />
      <OfflineLinks />
      <RefreshAhead />
      <WorkflowWatch />
      <TimeZoneOffer timeZone={timeZone} />
    </>
  );
}
