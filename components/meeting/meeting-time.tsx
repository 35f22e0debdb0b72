'use client';

import { useFormats } from '@/components/ui/formats';
import { formatsFor } from '@/lib/formats';
import type { MeetingLine } from '@/lib/meeting/schema';

type Timed = Pick<MeetingLine, 'starts_at' | 'ends_at' | 'time_zone' | 'all_day'>;

/** From when to when on the reader's clock; where the meeting's own shows something else, that too. Whole days are those of its own. */
export function MeetingTime({ line, withDay }: { line: Timed; withDay?: boolean }) {
  const formats = useFormats();
  const { starts_at: from, ends_at: to, time_zone: zone, all_day: whole } = line;
  if (whole) {
    const there = formatsFor({ locale: formats.locale, timeZone: zone });
    const [first, last] = [there.dayOf(from, 'short'), there.dayOf(Date.parse(to) - 1, 'short')];
    const days = withDay ? first : 'All day';
    return (
      <time dateTime={from} suppressHydrationWarning>
        {first === last ? days : withDay ? `${first} – ${last}` : `All day, until ${last}`}
      </time>
    );
  }
  const there = formatsFor({ locale: formats.locale, timeZone: zone });
  const differs = there.moment(from, 'medium') !== formats.moment(from, 'medium');
  return (
    <>
      <time dateTime={from} suppressHydrationWarning>
        {withDay && `${formats.dayOf(from, 'short')}, `}
        {formats.time(from)}–{formats.time(to)}
      </time>
      {differs && (
        <span className="block text-xs" suppressHydrationWarning>
          {there.time(from)} in {zone.split('/').at(-1)?.replaceAll('_', ' ')}
        </span>
      )}
    </>
  );
}
