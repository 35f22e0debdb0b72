import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', id],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET memberDetail', { user_id: id }, { signal }),
  });

/** Only what the reader's role may see; null if nothing. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['person', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await call('GET userList', { ids: id }, { signal })).docs[0] ?? null,
  });

/** For editing: always read anew. */
export const editedMemberQuery = (id: string) =>
  queryOptions({ ...memberQuery(id), queryKey: ['member', id, 'edit'], gcTime: 0 });

/** The caller's own request for another role; null without one. */
export const roleRequestQuery = queryOptions({
  queryKey: ['role-request'],
  queryFn: ({ signal }) => call('GET requestRole', {}, { signal }),
});

/** Up to three admins whom the reader may see. */
export const adminsQuery = queryOptions({
  queryKey: ['admins'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call('GET userList', { role: 'admin', limit: 3 }, { signal })).docs,
});
