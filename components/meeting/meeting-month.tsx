import type { RefObject } from 'react';
import { DayCell } from '@/components/calendar/day-cell';
import type { CalendarDrag } from '@/components/calendar/use-calendar-drag';
import { useFormats } from '@/components/ui/formats';
import { cn } from '@/lib/class-names';
import type { MeetingDay } from '@/lib/meeting/calendar';
import { MeetingChip } from './meeting-chip';
import type { Draft, GridLinks } from './meeting-week';

/** A month of days with the first of their meetings. */
export function MeetingMonth({
  grid,
  days,
  date,
  today,
  draft,
  busy,
  links,
  drag,
  onNew,
}: {
  grid: RefObject<HTMLOListElement | null>;
  days: readonly MeetingDay[];
  /** Of the month. */
  date: string;
  today: string;
  draft: Draft | null;
  busy: string | null;
  links: GridLinks;
  drag: CalendarDrag | null;
  onNew?: (day: string) => void;
}) {
  const formats = useFormats();
  return (
    <div data-fills="">
      <div aria-hidden="true" className="grid grid-cols-7 border-t border-l border-border bg-sunken max-sm:hidden">
        {days.slice(0, 7).map(({ day }) => (
          <span key={day} className="border-r border-b border-border px-2 py-1 text-xs text-text-2">
            {formats.day(day, 'weekday')}
          </span>
        ))}
      </div>
      <ol
        ref={grid}
        aria-label="Days"
        className={cn(
          'grid auto-rows-[minmax(5rem,auto)] grid-cols-7 border-l border-border',
          'max-sm:flex max-sm:flex-col max-sm:border-t max-sm:border-l-0',
          'sm:min-h-[calc(100dvh-var(--around)-38px)]',
        )}
      >
        {days.map(({ day, total, whole, timed, hidden, isWorking, isHoliday }) => (
          <DayCell
            key={day}
            day={day}
            today={today}
            holiday={isHoliday}
            holds={`${total} ${total === 1 ? 'meeting' : 'meetings'}`}
            words="New meeting"
            href={links.day(day)}
            add={onNew && { run: onNew }}
            more={{ count: hidden, href: links.more(day) }}
            outside={day.slice(0, 7) !== date.slice(0, 7)}
            off={!isWorking}
            isEmpty={total === 0}
            drag={drag}
          >
            {(total > 0 || draft?.day === day) && (
              <ul aria-label={formats.day(day, 'heading')} className="day-tasks" suppressHydrationWarning>
                {[...whole, ...timed.map(({ item }) => item)].map((piece) => (
                  <MeetingChip
                    key={piece.meeting.key}
                    piece={piece}
                    day={day}
                    href={links.meeting(piece.meeting)}
                    lifted={busy === piece.meeting.key}
                    drag={drag}
                  />
                ))}
                {draft?.day === day && <li aria-hidden="true" className="meeting-chip meeting-goal" />}
              </ul>
            )}
          </DayCell>
        ))}
      </ol>
    </div>
  );
}
