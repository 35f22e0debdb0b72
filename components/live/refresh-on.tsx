'use client';

import { useRef } from 'react';
import { useRefresh } from '@/components/url/use-refresh';
import { useCatchUp, useLive, useLiveEvents } from './live-provider';

type Listed = 'rules' | 'templates' | 'labels' | 'categories' | 'fields';

/**
 * A page that lists what belongs to the organisation is drawn anew when somebody changes that, and once where it began to
 * listen after it was drawn.
 */
export function RefreshOn({ event: wanted }: { event: `${Listed}.changed` }) {
  const refresh = useRefresh();
  const { organisation } = useLive().channels;
  useLiveEvents(organisation ? [organisation] : [], ({ event }) => event === wanted && refresh(), true);
  const listens = useRef(false);
  useCatchUp((reason) => {
    // After a gap the provider refreshes every page.
    if (reason === 'poll' || (reason === 'subscribed' && !listens.current)) refresh();
    if (reason !== 'poll') listens.current = true;
  });
  return null;
}
