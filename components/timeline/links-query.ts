import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskLinks } from '@/lib/task-plan/schema';

/** Which task blocks which, and the dates of those that the filters of the timeline leave out. */
export const linksQuery = (search: InputOf<'GET taskLinks'>) =>
  queryOptions({
    queryKey: ['task-links', search],
    queryFn: ({ signal }): Promise<TaskLinks> => call('GET taskLinks', search, { signal }),
    gcTime: 0,
  });
