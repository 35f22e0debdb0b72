import { type Mutation, type MutationCache, onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './api-client';

/** The server was not reached, or the session ended: sent again after the next sign-in. */
const isForLater = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'unauthenticated');

/** How often a change that was answered 503 is sent again: for half a minute. */
const MOST_REFUSALS = 5;
const isUnavailable = (error: unknown) => error instanceof ApiError && error.code === 'unavailable';

/**
 * For a mutation that waits for the connection. `mutationKey` begins with a kind of
 * `components/shell/queued-changes.ts`, and variables are plain data, so that it survives a reload.
 */
export const QUEUED = {
  meta: { queued: true },
  networkMode: 'online',
  retry: (failures: number, error: unknown) => isForLater(error) || (isUnavailable(error) && failures < MOST_REFUSALS),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, 30_000),
} as const;

export const queuedChanges = (cache: MutationCache): Mutation[] =>
  cache.getAll().filter(({ state, meta }) => meta?.queued === true && state.status === 'pending');

/** Not merely under way or behind another change. */
export const isWaiting = ({ state }: Pick<Mutation, 'state'>): boolean =>
  state.status === 'pending' && (state.failureCount > 0 || (state.isPaused && !onlineManager.isOnline()));

export function useWaitingCount(): number {
  const cache = useQueryClient().getMutationCache();
  return useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(changed), [cache]),
    () => queuedChanges(cache).filter(isWaiting).length,
    () => 0,
  );
}
