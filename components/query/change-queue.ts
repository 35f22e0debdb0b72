import { type Mutation, type MutationCache, onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './api-client';

/** Nobody was reached, or the session ended: after the next sign-in it is sent again. */
const isForLater = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'unauthenticated');

/**
 * Options of a mutation that waits for the connection instead of failing. The first part of its `mutationKey` is a kind
 * of `components/shell/queued-changes.ts`, and its variables are plain data: so it survives a reload.
 */
export const QUEUED = {
  meta: { queued: true },
  networkMode: 'online',
  retry: (_failures: number, error: unknown) => isForLater(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, 30_000),
} as const;

/** Changes that are not with the server yet, oldest first. */
export const queuedChanges = (cache: MutationCache): Mutation[] =>
  cache.getAll().filter(({ state, meta }) => meta?.queued === true && state.status === 'pending');

/** Whether a change waits for the connection, and is not just on its way or behind another one. */
export const isWaiting = ({ state }: Pick<Mutation, 'state'>): boolean =>
  state.status === 'pending' && (state.failureCount > 0 || (state.isPaused && !onlineManager.isOnline()));

/** How many changes wait for the connection. */
export function useWaitingCount(): number {
  const cache = useQueryClient().getMutationCache();
  return useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(changed), [cache]),
    () => queuedChanges(cache).filter(isWaiting).length,
    () => 0,
  );
}
