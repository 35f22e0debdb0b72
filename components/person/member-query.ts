import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** Somebody in full, read when a dialog about them opens. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', id],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET memberDetail', { user_id: id }, { signal }),
  });

/** Somebody as far as the reader's role sees them; null where it does not. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['person', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await call('GET userList', { ids: id }, { signal })).docs[0] ?? null,
  });

/** Somebody in full to be edited: never what was known before. */
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
