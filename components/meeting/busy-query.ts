import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import { firstMomentOf } from '@/lib/formats/clock';

/** When people are busy on a day of a clock. */
export const busyQuery = (memberIds: readonly string[], date: string, zone: string) =>
  queryOptions({
    queryKey: ['busy', date, zone, ...memberIds],
    enabled: memberIds.length > 0 && /^\d{4}-\d\d-\d\d$/.test(date),
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const [from, to] = [0, 1_440].map((minutes) => new Date(firstMomentOf(date, minutes, zone)).toISOString());
      const asked = { member_ids: [...memberIds], from: from ?? '', to: to ?? '', time_zone: zone };
      return (await call('POST freeBusy', asked, { signal })).members;
    },
  });
