import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';

export type Person = TaskCard['assignees'][number];

/** `clients`: the project's too. */
export const assignableQuery = (projectId: string | undefined, clients = false) =>
  queryOptions({
    queryKey: ['assignable', projectId, clients],
    enabled: projectId !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (
        await call(
          'GET assigneeList',
          { project_id: projectId ?? '', limit: 200, ...(clients && { purpose: 'mention' as const }) },
          { signal },
        )
      ).docs,
  });

/** With `q` those whose name has it; nobody where there is no project. */
export const mentionableQuery = (projectId: string, q: string): Mentionable => ({
  queryKey: ['mentionable', projectId, q],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    projectId
      ? (
          await call(
            'GET assigneeList',
            { project_id: projectId, purpose: 'mention', limit: 200, ...(q && { q }) },
            { signal },
          )
        ).docs
      : [],
});

/** Where the people come from that can be named in a text. */
export type Mentionable = {
  queryKey: readonly unknown[];
  staleTime: number;
  queryFn: (context: { signal: AbortSignal }) => Promise<Named[]>;
};
type Named = Pick<Person, '_id' | 'name' | 'pic'>;
