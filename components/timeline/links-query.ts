import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { Link } from './plan';

/** Which task blocks which, of a project or of all. */
export const linksQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: ['task-links', projectId],
    queryFn: async ({ signal }): Promise<readonly Link[]> =>
      (await call('GET taskLinks', { project_id: projectId }, { signal })).links,
    gcTime: 0,
  });
