import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { foundTasksQuery } from '@/components/dependency/task-search-query';
import { call } from '@/components/query/api-client';
import { bidi } from '@/lib/bidi';

/** People whom tasks may be filtered by, of those whom the caller sees; 200 at most, so the rest is found by name. */
export const filterPeopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['filter-people', q],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await call(
          'GET userList',
          { ...(q && { q }), role: ['admin', 'subadmin', 'team_leader', 'user'], limit: 200 },
          { signal },
        )
      ).docs,
  });

/** Tasks that others may be below, by key and title. */
export const filterParentsQuery = (q: string) =>
  queryOptions({
    ...foundTasksQuery(q),
    placeholderData: keepPreviousData,
    select: (docs) => docs.map(({ _id, key, title }) => ({ _id, name: bidi`${key} ${title}` })),
  });
