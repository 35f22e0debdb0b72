import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** All that is read of milestones. */
export const MILESTONES = ['milestones'] as const;

/** Of one project, by its id or key, or of all that are not archived, in the order of the work on them. */
export const milestonesQuery = (project?: string) =>
  queryOptions({
    queryKey: [...MILESTONES, project ?? 'all'],
    staleTime: 30_000,
    queryFn: async ({ signal }) =>
      (await call('GET milestoneList', { limit: 200, ...(project && { project_id: project }) }, { signal })).docs,
  });
