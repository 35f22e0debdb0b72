'use client';

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useLiveEvents } from '@/components/live/live-provider';
import { useShell } from '@/components/viewer/shell-context';
import { memberChannel } from '@/lib/realtime/events';
import { timerQuery } from './timer-query';

/** In the top bar of every page; what shows a timer is fetched once one runs. */
export function TimerSlot() {
  const { member, timer } = useShell();
  const [Part, setPart] = useState<ComponentType | null>(null);
  // What is started here is known at once, whether or not its message comes.
  const { data } = useQuery({ ...timerQuery, initialData: timer, enabled: false });
  const [heard, setHeard] = useState(false);
  const wanted = heard || timer !== null || data !== null;
  useEffect(() => {
    if (wanted) void import('./running-timer').then(({ RunningTimer }) => setPart(() => RunningTimer));
  }, [wanted]);
  useLiveEvents([memberChannel(member._id)], ({ event }) => event === 'time.changed' && setHeard(true), true);
  return Part && <Part />;
}
