import { useQuery } from '@tanstack/react-query';
import { api } from '@/components/query/api-client';
import type { MemberRecord } from '@/lib/member/schema';

const PAGE = 200;

/** Everybody of the organisation whom the caller may see, by name. Read page by page; kept for a minute. */
export function useEverybody(): { people: MemberRecord[] | undefined; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['people'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const people: MemberRecord[] = [];
      for (let page = 1; ; page++) {
        const answer = await api.list<MemberRecord>(`userList?limit=${PAGE}&page=${page}`, { signal });
        people.push(...answer.docs);
        if (!answer.hasNextPage) return people;
      }
    },
  });
  return { people: data, failed: isError, retry: () => void refetch() };
}
