'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import type { RequestRecord } from '@/lib/client-request/schema';
import { REQUESTS, requestsQuery } from './request-query';

export type Requests = { docs: readonly RequestRecord[]; totalDocs: number };

/** The list as it is now: others decide, and tasks that requests became go on. `initial`: as the server rendered it. */
export function useRequests(projectId: string | null, initial: Requests) {
  const queries = useQueryClient();
  const { channels } = useLive();
  const again = () => void queries.invalidateQueries({ queryKey: REQUESTS });
  const query = useQuery<Requests>({ ...requestsQuery(projectId), initialData: initial, gcTime: 0 });
  const heard = projectId ? [channels.project(projectId)] : channels.projects;
  useLiveEvents([channels.member, ...heard], ({ event }) => {
    if (event === 'request.changed' || event === 'task.changed' || event === 'task.deleted') again();
  });
  useCatchUp(again);
  return { ...query, again };
}
