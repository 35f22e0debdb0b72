import { useQuery } from '@tanstack/react-query';
import { api } from '@/components/query/api-client';
import type { MemberRecord } from '@/lib/member/schema';
import type { MemberDetail } from '@/lib/member/schema.manage';

/** Somebody in full, read when a dialog about them opens. */
export const useMemberDetail = (member: Pick<MemberRecord, '_id'>) =>
  useQuery({
    queryKey: ['member', member._id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<MemberDetail>(`memberDetail?user_id=${member._id}`, { signal }),
  });

/** The projects somebody leads; undefined until they are known. */
export const useLed = (member: Pick<MemberRecord, '_id'>): MemberDetail['projects'] | undefined =>
  useMemberDetail(member).data?.projects.filter(({ is_leader }) => is_leader);
