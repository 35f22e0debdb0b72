import { queryOptions } from '@tanstack/react-query';
import { api, queryOf } from '@/components/query/api-client';
import type { ListedPerson } from '@/lib/member/schema';
import type { ProjectCard } from '@/lib/project/schema';
import type { TaskCard } from '@/lib/task/schema';

/** Projects, tasks and people that match what is typed. */
export const paletteQuery = (query: string) =>
  queryOptions({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => {
      const [projects, tasks, people] = await Promise.all([
        api.list<ProjectCard>(`projectList${queryOf({ q: query, limit: 5 })}`, { signal }),
        api.list<TaskCard>(`taskList${queryOf({ q: query, limit: 8, sort: '-updated' })}`, { signal }),
        api.list<ListedPerson>(`userList${queryOf({ q: query, limit: 5 })}`, { signal }),
      ]);
      return { projects: projects.docs, tasks: tasks.docs, people: people.docs };
    },
  });
