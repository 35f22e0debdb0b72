import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const activityQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['file-activity', id, version],
    queryFn: ({ signal }) => call('GET fileActivity/{id}', { id, limit: 50 }, { signal }),
  });

export const versionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['file-versions', id, version],
    queryFn: ({ signal }) => call('GET fileVersions/{id}', { id, limit: 200 }, { signal }),
  });
