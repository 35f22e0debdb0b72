import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { formatsFor } from '@/lib/formats';
import { firstMomentOf } from '@/lib/formats/clock';
import { busyQuery } from './busy-query';

/** The reader, in the list. */
export const YOU = 'You';
/** What of the day is drawn, in minutes. */
const [FROM, TO] = [7 * 60, 20 * 60];
const share = (minutes: number) => Math.min(1, Math.max(0, (minutes - FROM) / (TO - FROM)));

/** When each of them is busy on the day of a meeting, and who is busy at its time: that is said, and forbids nothing. */
export function BusyStrip({
  people,
  date,
  start,
  minutes,
  zone,
}: {
  people: readonly { _id: string; name: string }[];
  date: string;
  /** Minutes of the day. */
  start: number;
  minutes: number;
  zone: string;
}) {
  const formats = useFormats();
  const { data } = useQuery(
    busyQuery(
      people.map(({ _id }) => _id),
      date,
      zone,
    ),
  );
  if (!data || people.length === 0) return null;
  const clock = formatsFor({ locale: formats.locale, timeZone: zone });
  const midnight = firstMomentOf(date, 0, zone);
  const [from, to] = [firstMomentOf(date, start, zone), firstMomentOf(date, start, zone) + minutes * 60_000];
  const rows = people.map((one) => {
    const busy = (data.find(({ _id }) => _id === one._id)?.busy ?? []).map((span) => ({
      from: Date.parse(span.starts_at),
      to: Date.parse(span.ends_at),
    }));
    return { ...one, busy, conflicts: busy.some((span) => span.from < to && span.to > from) };
  });
  const conflicts = rows.filter((one) => one.conflicts);
  const areMany = conflicts.length > 1 || conflicts[0]?.name === YOU;
  const place = (moment: number) => share((moment - midnight) / 60_000);
  const band = (a: number, b: number): CSSProperties => ({
    insetInlineStart: `${a * 100}%`,
    width: `${Math.max(0, b - a) * 100}%`,
  });
  return (
    <div className="flex flex-col gap-1">
      <ul aria-label="Busy times" className="flex max-h-40 flex-col gap-1 overflow-y-auto text-xs">
        {rows.map((one) => (
          <li key={one._id} className="flex items-center gap-2">
            <span dir="auto" className={cn('w-28 shrink-0 truncate', one.conflicts && 'font-semibold')}>
              {one.name}
            </span>
            <span className="sr-only">
              {one.busy.length
                ? `: busy ${one.busy.map((span) => `${clock.time(span.from)}–${clock.time(span.to)}`).join(', ')}`
                : ': free all day'}
            </span>
            <span aria-hidden="true" className="relative h-4 min-w-0 flex-1 overflow-clip rounded-xs bg-sunken">
              {one.busy.map((span) => (
                <span
                  key={span.from}
                  className="absolute inset-y-0 rounded-xs bg-border-strong"
                  style={band(place(span.from), place(span.to))}
                />
              ))}
              <span
                className={cn('absolute inset-y-0 border-x-2', one.conflicts ? 'border-danger' : 'border-accent')}
                style={band(place(from), place(to))}
              />
            </span>
          </li>
        ))}
      </ul>
      <p aria-hidden="true" className="ml-30 flex justify-between text-2xs text-text-2 tabular-nums">
        {[FROM, (FROM + TO) / 2, TO].map((at) => (
          <span key={at}>{formatsFor({ locale: formats.locale, timeZone: 'UTC' }).time(at * 60_000)}</span>
        ))}
      </p>
      <p role="status" className="text-sm text-text-2 empty:hidden">
        {conflicts.length > 0 &&
          bidi`${conflicts.map(({ name }) => name).join(', ')} ${areMany ? 'are' : 'is'} busy at this time.`}
      </p>
    </div>
  );
}
