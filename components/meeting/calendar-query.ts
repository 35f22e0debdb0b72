import { call } from '@/components/query/api-client';

/** The private address of one's own calendar; it is asked for where it is shown. */
export const ownCalendarQuery = {
  queryKey: ['calendarFeed'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET calendarFeed', {}, { signal }),
  staleTime: 0,
  gcTime: 0,
};
