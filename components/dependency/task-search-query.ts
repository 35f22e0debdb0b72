import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** The latest tasks, of a project or all, that have `text` in their key or title. */
export const foundTasksQuery = (text: string, projectId?: string) =>
  queryOptions({
    queryKey: ['found-tasks', text, projectId],
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (
        await call(
          'GET taskList',
          { sort: '-updated', limit: 12, ...(text && { q: text }), project_id: projectId },
          { signal },
        )
      ).docs,
  });
