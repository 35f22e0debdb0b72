'use client';

import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isWaiting } from '@/components/query/change-queue';

export function useWaiting(): ReadonlySet<string> {
  const ids = useMutationState({
    filters: { predicate: isWaiting },
    select: ({ state }) => (state.variables as { id?: string } | undefined)?.id,
  });
  return useMemo(() => new Set(ids.filter((id) => id !== undefined)), [ids]);
}
