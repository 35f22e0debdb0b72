import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

export type SubjectId = { task_id: string } | { file_id: string } | { milestone_id: string };

/** Root of all keys of sign-offs: a live message makes all of them stale. */
export const SIGN_OFFS = ['sign-offs'] as const;

/** What was sent for approval of this, newest first. */
export const signOffsQuery = (subject: SubjectId) =>
  queryOptions({
    queryKey: [...SIGN_OFFS, subject],
    queryFn: ({ signal }) => call('GET signOffList', { ...subject, limit: 20 }, { signal }),
  });

export const signOffQuery = (id: string) =>
  queryOptions({
    queryKey: [...SIGN_OFFS, id],
    queryFn: ({ signal }) => call('GET signOff/{id}', { id }, { signal }),
    staleTime: 0,
  });

export const signersQuery = (subject: SubjectId) =>
  queryOptions({
    queryKey: [...SIGN_OFFS, 'signers', subject],
    queryFn: ({ signal }) => call('GET signerList', subject, { signal }),
    staleTime: 0,
  });
