import { queryOptions } from '@tanstack/react-query';
import { actsAsChat } from '@/components/query/acting';
import { call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';

export type FoundTask = Pick<TaskCard, '_id' | 'key' | 'title'> & Partial<Pick<TaskCard, 'status'>>;

/** The latest tasks, of a project or all, that have `text` in their key or title. */
export const foundTasksQuery = (text: string, projectId?: string) =>
  queryOptions({
    queryKey: ['found-tasks', text, projectId],
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<readonly FoundTask[]> => {
      // A session of the chat has a list of its own.
      if (actsAsChat()) return (await call('GET chatTasks', { q: text, limit: 12 }, { signal })).docs;
      const asked = { sort: '-updated', limit: 12, ...(text && { q: text }), project_id: projectId } as const;
      return (await call('GET taskList', asked, { signal })).docs;
    },
  });
