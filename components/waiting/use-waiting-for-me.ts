'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import type { WaitingItem } from '@/lib/waiting/schema';
import { WAITING } from './waiting-query';

/** Milliseconds: changes come in bursts. */
const SETTLE = 400;

/** What needs this person, what waits longest first. */
export type Waiting = { docs: WaitingItem[]; totalDocs: number };

/** The list as it is now: what happens to it comes by itself. `initial`: as the server read it; null: it could not. */
export function useWaitingForMe(initial: Waiting | null) {
  const queries = useQueryClient();
  const { channels } = useLive();
  const { data, refetch } = useQuery({
    queryKey: WAITING,
    queryFn: async ({ signal }): Promise<Waiting> => {
      const { docs, totalDocs } = await call('GET waitingForMe', { limit: 200 }, { signal });
      return { docs, totalDocs };
    },
    initialData: initial ?? undefined,
    // Coming back, the server has newer data than this cache.
    gcTime: 0,
  });
  useEffect(() => void (initial && queries.setQueryData(WAITING, initial)), [queries, initial]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queries.invalidateQueries({ queryKey: WAITING }), SETTLE);
  };
  useLiveEvents([channels.organisation, channels.member, ...channels.projects], again, true);
  useCatchUp(again);
  return { waiting: data ?? null, refetch: () => void refetch() };
}
