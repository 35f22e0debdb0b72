import { queryOptions } from '@tanstack/react-query';
import { api, queryOf } from '@/components/query/api-client';
import type { ProjectCard } from '@/lib/project/schema';
import type { TaskCard } from '@/lib/task/schema';

/** Projects and tasks that match what is typed. */
export const paletteQuery = (query: string) =>
  queryOptions({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => {
      const [projects, tasks] = await Promise.all([
        api.list<ProjectCard>(`projectList${queryOf({ q: query, limit: 5 })}`, { signal }),
        api.list<TaskCard>(`taskList${queryOf({ q: query, limit: 8, sort: '-updated' })}`, { signal }),
      ]);
      return { projects: projects.docs, tasks: tasks.docs };
    },
  });
