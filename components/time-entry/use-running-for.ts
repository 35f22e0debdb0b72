'use client';

import { useEffect, useState } from 'react';
import { onClockSet, serverNow } from '@/components/ui/server-clock';
import { estimateWords } from '@/lib/task/vocabulary';

/** How long it has run by the server's clock, in words, once the page is alive: the server does not know when it is read. `since`: ISO 8601. */
export function useRunningFor(since: string | null): string {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!since) return;
    const look = () => setNow(serverNow());
    look();
    const clock = setInterval(look, 10_000);
    const forget = onClockSet(look);
    return () => {
      clearInterval(clock);
      forget();
    };
  }, [since]);
  return estimateWords(since ? Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)) : 0);
}
