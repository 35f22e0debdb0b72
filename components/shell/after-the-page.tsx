'use client';

import { RefreshAhead } from '@/components/url/refresh-ahead';
import { TimeZoneOffer } from '@/components/viewer/time-zone-offer';
import { WorkflowWatch } from '@/components/workflow/workflow-watch';

/** What shows nothing, and is fetched when the page is there. */
export function AfterThePage({ timeZone }: { timeZone: string }) {
  return (
    <>
      <RefreshAhead />
      <WorkflowWatch />
      <TimeZoneOffer timeZone={timeZone} />
    </>
  );
}
