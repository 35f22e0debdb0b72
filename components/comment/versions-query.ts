import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** What a comment at this version says, and said before. */
export const versionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['comment-versions', id, version],
    queryFn: ({ signal }) => call('GET commentVersions/{id}', { id }, { signal }),
  });
