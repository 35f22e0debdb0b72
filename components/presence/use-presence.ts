'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive, useLiveEvents } from '@/components/live/live-provider';
import type { PresenceRecord } from '@/lib/presence/schema';
import { presenceQuery } from './presence-query';

/** All who hear of a change would otherwise ask in the same moment (ms). */
const CALM_MS = 2_000;

export function usePresence(): ReadonlyMap<string, PresenceRecord> | undefined {
  const client = useQueryClient();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(
    [channels.organisation],
    ({ event }) => {
      if (event !== 'presence.changed') return;
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: presenceQuery.queryKey });
      }, CALM_MS * Math.random());
    },
    false,
    true,
  );
  return useQuery(presenceQuery).data;
}
