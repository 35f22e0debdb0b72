import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** Names of a project's clients. */
export const clientsQuery = (project: string) =>
  queryOptions({
    queryKey: ['project-clients', project],
    queryFn: async ({ signal }) => {
      const { docs } = await call('GET projectMembers', { project_id: project, limit: 200 }, { signal });
      return docs.filter(({ role }) => role === 'client').map(({ name }) => name);
    },
    staleTime: 10_000,
  });
