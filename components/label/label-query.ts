import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET labelList', { limit: 200 }, { signal })).docs,
});
