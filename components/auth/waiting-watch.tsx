'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveConnection } from '@/components/live/connection';
import { useRefresh } from '@/components/url/use-refresh';
import type { LiveConfig } from '@/lib/realtime/live-config';

/** Longest delay if a message was missed, in milliseconds. */
const ASK_EVERY = 60_000;

/**
 * Redraws the page when the server ends the connection (the rights changed), and as it begins to hear of that; also asks
 * while the page is visible.
 */
export function WaitingWatch(props: { config: LiveConfig | null }) {
  const refresh = useRefresh();
  // Each redraw passes the same configuration as a new object.
  const [config] = useState(props.config);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) refresh();
  });
  useEffect(() => {
    let connection: LiveConnection | null = null;
    let gone = false;
    void import('@/components/live/connection').then(({ connectLive }) => {
      if (gone) return;
      connection = connectLive(config, {
        onTerminated: async () => {
          refresh();
          return true;
        },
        // The decision may have been made since the page was drawn, and ended no connection.
        onSignIn: () => look(),
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
  }, [config, refresh]);
  return null;
}
