import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { PresenceRecord } from '@/lib/presence/schema';
import { BEAT_SECONDS } from '@/lib/presence/vocabulary';

const PAGE = 200;

/** Those who are there or wrote a line about themselves, by id. Whom it does not name is offline. */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  // Clients do not hear of changes, and nobody says that they left.
  refetchInterval: BEAT_SECONDS * 1000,
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, PresenceRecord>> => {
    const people = new Map<string, PresenceRecord>();
    for (let page: number | null = 1; page; ) {
      const { docs, hasNextPage }: { docs: PresenceRecord[]; hasNextPage: boolean } = await call(
        'GET presence',
        { page, limit: PAGE },
        { signal },
      );
      for (const one of docs) people.set(one._id, one);
      page = hasNextPage ? page + 1 : null;
    }
    return people;
  },
});
