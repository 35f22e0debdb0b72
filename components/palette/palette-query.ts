import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

const SHOWN = 30;

export const paletteQuery = (query: string) =>
  queryOptions({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => (await call('GET search', { q: query, limit: SHOWN }, { signal })).docs,
  });
