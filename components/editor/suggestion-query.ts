import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { actsAsChat } from '@/components/query/acting';
import { call } from '@/components/query/api-client';

/** Tasks that the writer sees, by key or words of the title. */
export const taskSuggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['task-suggestions', q],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = { q, limit: 6 };
      return (await (actsAsChat() ? call('GET chatTasks', asked, { signal }) : call('GET taskList', asked, { signal })))
        .docs;
    },
  });
