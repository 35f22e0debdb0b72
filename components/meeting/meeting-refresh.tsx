'use client';

import { useRef } from 'react';
import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';

/** A burst of changes is one refresh (ms). */
const SETTLE_MS = 500;

/** Draws meetings anew when somebody changes one that the reader sees. */
export function MeetingRefresh() {
  const refresh = useRefresh();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvents([channels.member, ...channels.projects], ({ event }) => {
    if (event !== 'meeting.changed') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, SETTLE_MS);
  });
  return null;
}
