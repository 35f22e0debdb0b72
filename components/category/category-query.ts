import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET categorylist', { limit: 200 }, { signal })).docs,
});
