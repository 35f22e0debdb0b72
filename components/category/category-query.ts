import { queryOptions } from '@tanstack/react-query';
import { api } from '@/components/query/api-client';
import type { CategoryRecord } from '@/lib/category/schema';

/** The organisation's categories by name; kept for a minute. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.list<CategoryRecord>('categorylist?limit=200', { signal })).docs,
});
