import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** The organisation's categories by name; kept for a minute. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET categorylist', { limit: 200 }, { signal })).docs,
});
