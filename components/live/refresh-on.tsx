'use client';

import { useRefresh } from '@/components/url/use-refresh';
import { useLive, useLiveEvents } from './live-provider';

type Listed = 'rules' | 'templates' | 'labels' | 'categories';

/** A page that lists what belongs to the organisation is drawn anew when somebody changes that. */
export function RefreshOn({ event: wanted }: { event: `${Listed}.changed` }) {
  const refresh = useRefresh();
  const { organisation } = useLive().channels;
  useLiveEvents(organisation ? [organisation] : [], ({ event }) => event === wanted && refresh());
  return null;
}
