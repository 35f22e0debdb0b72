import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';

export type Person = TaskCard['assignees'][number];

/** People who may be given work in a project; kept for a minute. */
export const assignableQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: ['assignable', projectId],
    enabled: projectId !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call('GET assigneeList', { project_id: projectId ?? '', limit: 200 }, { signal })).docs,
  });

/** People who may be named in a project's comments; kept for a minute. */
export const mentionableQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['mentionable', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call('GET assigneeList', { project_id: projectId, purpose: 'mention', limit: 200 }, { signal })).docs,
  });
