'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';

const SETTLE = 400;

/** Draws the page anew when somebody joins, leaves, or becomes something else. */
export function PeopleLive() {
  const router = useRouter();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => router.refresh(), SETTLE);
  };
  useLiveEvents([channels.organisation], (message) => message.event === 'people.changed' && refresh());
  useCatchUp((reason) => reason !== 'subscribed' && refresh());
  return null;
}
