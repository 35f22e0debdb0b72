import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const paletteQuery = (query: string) =>
  queryOptions({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => {
      const [projects, tasks, people] = await Promise.all([
        call('GET projectList', { q: query, limit: 5 }, { signal }),
        call('GET taskList', { q: query, limit: 8, sort: '-updated' }, { signal }),
        call('GET userList', { q: query, limit: 5 }, { signal }),
      ]);
      return { projects: projects.docs, tasks: tasks.docs, people: people.docs };
    },
  });
