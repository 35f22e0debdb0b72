import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

const MOST = 50;

/** Files of a project, last changed first: at its root, or in all folders by name. */
export const attachableQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: ['attachable', projectId, q],
    queryFn: ({ signal }) =>
      call('GET fileList', { project_id: projectId, limit: MOST, sort: '-changed', q: q || undefined }, { signal }),
    gcTime: 0,
  });
