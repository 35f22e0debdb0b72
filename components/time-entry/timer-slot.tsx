'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { useLiveEvents } from '@/components/live/live-provider';
import { useShell } from '@/components/viewer/shell-context';
import { memberChannel } from '@/lib/realtime/events';

/** In the top bar of every page; what shows a timer is fetched once one runs. */
export function TimerSlot() {
  const { member, timer } = useShell();
  const [Part, setPart] = useState<ComponentType | null>(null);
  const [wanted, setWanted] = useState(timer !== null);
  useEffect(() => {
    if (wanted) void import('./running-timer').then(({ RunningTimer }) => setPart(() => RunningTimer));
  }, [wanted]);
  useLiveEvents([memberChannel(member._id)], ({ event }) => event === 'time.changed' && setWanted(true));
  return Part && <Part />;
}
