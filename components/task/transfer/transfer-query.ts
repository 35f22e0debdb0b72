import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

type Transfer = { id: string; project_id: string; version: number };

/** What the task would lose: always asked anew. */
export const transferQuery = (given: Transfer) =>
  queryOptions({
    queryKey: ['transfer', given],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: given.project_id !== '',
    queryFn: () => call('POST moveTask/{id}', { ...given, dry_run: true }),
  });
