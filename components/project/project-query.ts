import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { ProjectCard } from '@/lib/project/schema';

/** For editing: always read anew. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call('GET projectdetails', { project_id: id }, { signal }),
  });

export const openProjectsQuery = queryOptions({
  queryKey: ['projects', 'open'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await call('GET projectList', { limit: 200, status: ['active', 'on_hold'] }, { signal })).docs,
});

export const projectMembersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['members', projectId],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call('GET projectMembers', { project_id: projectId, limit: 200 }, { signal })).docs,
  });

const PAGE = 200;

/** Projects in which the caller may create tasks, including completed ones. */
export const creatableProjectsQuery = queryOptions({
  queryKey: ['projects', 'creatable'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const projects: ProjectCard[] = [];
    for (let page = 1; ; page++) {
      const wanted = { limit: PAGE, page, status: ['active', 'on_hold', 'completed'] } as const;
      const answer = await call('GET projectList', wanted, { signal });
      projects.push(...answer.docs.filter(({ rights }) => rights.create_task));
      if (!answer.hasNextPage) return projects;
    }
  },
});
