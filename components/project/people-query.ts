import { useQuery } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { MemberRecord } from '@/lib/member/schema';
import { shownName } from '@/lib/member/vocabulary';

const PAGE = 200;

/** Everybody the caller may see, by name, with a number where two look alike; undefined until all pages are read. */
export function useEverybody(): { people: MemberRecord[] | undefined; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['people'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const people: MemberRecord[] = [];
      for (let page = 1; ; page++) {
        const answer = await call('GET userList', { limit: PAGE, page }, { signal });
        // Clients get only names of their contacts; those have no role.
        for (const person of answer.docs) if ('role' in person) people.push({ ...person, name: shownName(person) });
        if (!answer.hasNextPage) return people;
      }
    },
  });
  return { people: data, failed: isError, retry: () => void refetch() };
}
