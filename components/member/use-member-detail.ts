import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '@/components/person/member-query';
import type { MemberRecord } from '@/lib/member/schema';
import type { MemberDetail } from '@/lib/member/schema.manage';

export const useMemberDetail = (member: Pick<MemberRecord, '_id'>) => useQuery(memberQuery(member._id));

/** The projects somebody leads; undefined until loaded. */
export const useLed = (member: Pick<MemberRecord, '_id'>): MemberDetail['projects'] | undefined =>
  useMemberDetail(member).data?.projects.filter(({ is_leader }) => is_leader);
