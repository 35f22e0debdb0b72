'use client';

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { onExpiry } from '@/components/query/session-channel';
import { ApiError } from './api-client';
import { followServer } from './connectivity';
import { leaveForLogin } from './session-expiry';

// A drop, a tick or a key press shows in the very frame it happens in, not one task later.
notifyManager.setScheduler(queueMicrotask);
if (typeof window !== 'undefined') followServer();

/** Worth another try: nothing was reached, or the server said "not now". */
const passing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable');

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && passing(error),
        // Realtime tells what changed, and catches up after a gap.
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      // Offline it fails at once and says so; what can wait says that itself (`QUEUED`).
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** One cache of server data for the pages under it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  useEffect(() => onExpiry(leaveForLogin), []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
