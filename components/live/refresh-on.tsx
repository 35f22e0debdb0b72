'use client';

import { useRouter } from 'next/navigation';
import { useLive, useLiveEvents } from './live-provider';

type Listed = 'rules' | 'templates' | 'labels' | 'categories';

/** A page that lists what belongs to the organisation is drawn anew when somebody changes that. */
export function RefreshOn({ event: wanted }: { event: `${Listed}.changed` }) {
  const router = useRouter();
  const { organisation } = useLive().channels;
  useLiveEvents(organisation ? [organisation] : [], ({ event }) => event === wanted && router.refresh());
  return null;
}
