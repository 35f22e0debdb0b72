'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveConnection } from '@/components/live/connection';
import type { LiveConfig } from '@/lib/realtime/live-config';

/** What a missed message costs at most while somebody looks at the page. */
const ASK_EVERY = 60_000;

/**
 * Notices the decision while the waiting page is open: the server ends a connection whose rights change, and then the page
 * is drawn anew. Asks from time to time too, but only while somebody looks.
 */
export function WaitingWatch(props: { config: LiveConfig | null }) {
  const router = useRouter();
  // Each look brings the same configuration as another object.
  const [config] = useState(props.config);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) router.refresh();
  });
  useEffect(() => {
    let connection: LiveConnection | null = null;
    let gone = false;
    void import('@/components/live/connection').then(({ connectLive }) => {
      if (gone) return;
      connection = connectLive(config, {
        onTerminated: async () => {
          router.refresh();
          return true;
        },
      });
      connection.onCatchUp((reason) => reason === 'subscribed' || look());
    });
    const onLook = () => look();
    const timer = setInterval(onLook, ASK_EVERY);
    document.addEventListener('visibilitychange', onLook);
    window.addEventListener('online', onLook);
    return () => {
      gone = true;
      connection?.close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onLook);
      window.removeEventListener('online', onLook);
    };
  }, [config, router]);
  return null;
}
