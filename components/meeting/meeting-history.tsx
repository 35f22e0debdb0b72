'use client';

import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '@/components/activity/activity-list';
import { LoadError } from '@/components/query/load-error';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { MeetingRecord } from '@/lib/meeting/schema';
import { historyQuery } from './minutes-query';

/** Who changed what of a meeting, the latest first. Loaded when somebody asks. */
export function MeetingHistory({ meeting }: { meeting: MeetingRecord }) {
  const { data, isError, error, refetch } = useQuery(historyQuery(meeting));
  if (isError) return <LoadError title="The history could not be loaded" of={{ error, refetch }} />;
  if (!data) return <SkeletonRows rows={3} rowHeight={40} label="Loading the history" />;
  const { docs, totalDocs } = data;
  return (
    <section aria-label="History" className="mt-2">
      {docs.length > 0 && <ActivityList activity={docs} />}
      {docs.length === 0 && <p className="text-base text-text-2">Nothing was changed yet.</p>}
      {!meeting.project_id && (
        <p className="mt-2 text-sm text-text-2">
          Of a meeting without a project, changes of the agenda alone are kept.
        </p>
      )}
      {totalDocs > docs.length && (
        <p className="mt-2 text-sm text-text-2">
          The latest {docs.length} of {totalDocs}.
        </p>
      )}
    </section>
  );
}
