import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** The newest comments on a file, newest first. */
export const fileCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['file-comments', id],
    queryFn: ({ signal }) => call('GET fileComments/{id}', { id, limit: 100 }, { signal }),
  });
