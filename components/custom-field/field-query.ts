import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** All fields that the organisation defines, as far as the reader sees them; 50 at most. */
export const fieldsQuery = queryOptions({
  queryKey: ['custom-fields'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET customFieldList', { limit: 200 }, { signal })).docs,
});

/** Projects that a field may be chosen for. */
export const fieldProjectsQuery = queryOptions({
  queryKey: ['custom-field-projects'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET projectList', { limit: 200 }, { signal })).docs,
});

type Offered = { project_ids: readonly string[] | null; archived: boolean };

/** Those that tasks of the project are given; of several projects those that all of them have. */
export const offeredIn = <F extends Offered>(fields: readonly F[] | undefined, projectIds: readonly string[]): F[] =>
  (fields ?? []).filter(
    ({ project_ids: own, archived }) => !archived && (own === null || projectIds.every((id) => own.includes(id))),
  );
