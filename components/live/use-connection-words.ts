import { useEffect, useSyncExternalStore } from 'react';
import { useWaitingCount } from '@/components/query/change-queue';
import { useConnected } from '@/components/query/connectivity';
import { reportUnreachable } from '@/components/query/reachability';
import type { LiveState } from './connection';
import { type ConnectionWords, connectionWords } from './connection-words';
import { useLive } from './live-provider';

/** What there is to say of the connection, or null; `waiting`: changes that are not sent yet. */
export function useConnectionWords(): { words: ConnectionWords | null; live: LiveState; waiting: number } {
  const { state: live } = useLive();
  const connected = useConnected();
  const waiting = useWaitingCount();
  const network = useSyncExternalStore(onNetworkChange, readNetwork, assumeNetwork);
  // The realtime service may be away alone, or the server with it.
  useEffect(() => {
    if (live === 'paused') reportUnreachable();
  }, [live]);
  return { words: connectionWords({ connected, network, live, waiting }), live, waiting };
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const readNetwork = (): boolean => navigator.onLine;
const assumeNetwork = (): boolean => true;
