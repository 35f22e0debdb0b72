import { call } from '@/components/query/api-client';
import type { RequestRecord } from '@/lib/client-request/schema';

export const REQUESTS = ['requests'] as const;
/** As many are shown at once. */
export const MOST_SHOWN = 100;

/** Of one project, or the caller's own in all. */
export const requestsQuery = (projectId: string | null) => ({
  queryKey: [...REQUESTS, projectId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ docs: RequestRecord[]; totalDocs: number }> =>
    call('GET requestList', { ...(projectId && { project_id: projectId }), limit: MOST_SHOWN }, { signal }),
});
