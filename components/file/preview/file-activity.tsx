'use client';

import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '@/components/activity/activity-list';
import { ErrorState } from '@/components/ui/error-state';
import type { FileRecord } from '@/lib/file/schema';
import { activityQuery } from './versions-query';

/** What happened to the file, newest first. Loaded when somebody asks. */
export function FileActivity({ file }: { file: Pick<FileRecord, '_id' | 'version' | 'project_id'> }) {
  const { data, isError, refetch } = useQuery(activityQuery(file._id, file.version));
  return (
    <section aria-label="Activity" className="max-h-60 overflow-y-auto border-t border-border pt-3">
      {isError && <ErrorState title="The activity could not be read" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="text-sm text-text-3">Reading what happened…</p>}
      {data?.docs.length === 0 && (
        <p className="text-sm text-text-3">
          {file.project_id ? 'Nothing is known of it yet.' : 'Of files outside projects no activity is kept.'}
        </p>
      )}
      {data && data.docs.length > 0 && <ActivityList activity={data.docs} />}
    </section>
  );
}
