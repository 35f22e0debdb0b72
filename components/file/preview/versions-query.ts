import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const versionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['file-versions', id, version],
    queryFn: ({ signal }) => call('GET fileVersions/{id}', { id, limit: 200 }, { signal }),
  });
