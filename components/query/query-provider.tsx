'use client';

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { onExpiry } from '@/components/query/session-channel';
import { ApiError } from './api-client';
import { followServer } from './connectivity';
import { untilWhole } from './redraws';
import { leaveForLogin } from './session-expiry';

// A change shows in the frame it happens in, not one task later.
notifyManager.setScheduler(queueMicrotask);
if (typeof window !== 'undefined') {
  followServer();
  window.fetch = untilWhole(window.fetch, () => window.location);
}

const passing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable');

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && passing(error),
        // Live updates tell what changed, and catch up after a gap.
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      // Offline it fails at once; what can wait says so itself (`QUEUED`).
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  useEffect(() => onExpiry(leaveForLogin), []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
