'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadError } from '@/components/query/load-error';
import { SkeletonRows } from '@/components/ui/skeleton';
import { CalendarAddress } from './calendar-address';
import { ownCalendarQuery } from './calendar-query';

/** The address of one's own calendar, read when it is shown: the profile has enough else to read. */
export function OwnCalendar() {
  const { data, error, isError, refetch } = useQuery(ownCalendarQuery);
  if (isError) return <LoadError title="The address could not be loaded" of={{ error, refetch }} />;
  if (!data) return <SkeletonRows rows={2} rowHeight={44} label="Loading the address" />;
  return <CalendarAddress initial={data.url} />;
}
