import { queryOptions } from '@tanstack/react-query';
import { api } from '@/components/query/api-client';
import type { ProjectCard, ProjectDetail, ProjectMemberRecord } from '@/lib/project/schema';

/** One project to be edited, always as it is now. */
export const projectQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['project', id],
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<ProjectDetail>(`projectdetails?project_id=${id}`, { signal }),
  });

/** Projects that are worked on; kept for a minute. */
export const openProjectsQuery = queryOptions({
  queryKey: ['projects', 'open'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api.list<ProjectCard>('projectList?limit=200&status=active,on_hold', { signal })).docs,
});

/** The people of a project. */
export const projectMembersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['members', projectId],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.list<ProjectMemberRecord>(`projectMembers?project_id=${projectId}&limit=200`, { signal })).docs,
  });
