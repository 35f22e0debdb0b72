'use client';

import { CalendarDays } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainDay, useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { formatsFor } from '@/lib/formats';
import { meetingKey } from '@/lib/meeting/calendar';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { MeetingLine } from '@/lib/meeting/schema';
import { ANSWER_LABEL } from '@/lib/meeting/vocabulary';
import { JoinLink } from './join-link';
import { type MeetingPlace, meetingHref } from './meeting-links';
import { MeetingTime } from './meeting-time';

/** The days that have meetings, each with its list. */
export function MeetingAgenda({
  lines,
  next,
  daysOff,
  place,
  mayCreate,
}: {
  lines: readonly MeetingLine[];
  next: MeetingLine | null;
  daysOff: MeetingPageData['daysOff'];
  place: MeetingPlace;
  mayCreate: boolean;
}) {
  const formats = useFormats();
  const { date, today } = place;
  const hrefOf = ({ _id: id, occurrence }: MeetingLine) => meetingHref(place, {}, { id, occurrence });
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<CalendarDays />}
        title="No meetings in these two weeks"
        link={next && <Link href={hrefOf(next)}>{bidi`Next: ${next.title}`}</Link>}
      >
        {next ? (
          <MeetingTime line={next} withDay />
        ) : mayCreate ? (
          'Meetings that you are invited to stand here. Arrange the first one.'
        ) : (
          'Meetings that you are invited to stand here.'
        )}
      </EmptyState>
    );
  const days = new Map<string, MeetingLine[]>();
  for (const line of lines) {
    // Whole days are those of the meeting's own clock; what began before these days stands at the first.
    const zone = line.all_day ? line.time_zone : formats.timeZone;
    const begins = formatsFor({ locale: formats.locale, timeZone: zone }).today(Date.parse(line.starts_at));
    const isEarlier = begins < date;
    const day = isEarlier ? date : begins;
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return (
    <div className="flex max-w-[1000px] flex-col gap-6">
      {[...days].map(([day, own]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="mb-2 text-lg font-semibold">
            <PlainDay date={day} style="heading" />
            {day === today && <span className="text-text-2"> · Today</span>}
            {daysOff[day] && (
              <span className="text-text-2">{daysOff[day] === 'holiday' ? ' · Holiday' : ' · No working day'}</span>
            )}
          </h2>
          <ul className="overflow-clip rounded-lg border border-border bg-surface">
            {own.map((line) => (
              <li
                key={`${line._id} ${line.occurrence}`}
                data-meeting={meetingKey(line)}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-4 py-3 first:border-t-0"
              >
                <span className="w-44 shrink-0 text-base text-text-2 tabular-nums">
                  <MeetingTime line={line} />
                </span>
                <span className="min-w-0 flex-1 basis-52">
                  <Link
                    href={hrefOf(line)}
                    dir="auto"
                    className={cn(
                      'text-base font-medium break-words hover:underline',
                      line.status === 'cancelled' && 'text-text-2 line-through',
                    )}
                  >
                    {line.title}
                  </Link>
                  <span className="block text-sm text-text-2" dir="auto">
                    {[
                      line.status === 'cancelled' && (line.reason ? bidi`Cancelled: ${line.reason}` : 'Cancelled'),
                      line.place,
                      line.rrule && 'Repeats',
                      line.moved && line.status !== 'cancelled' && 'Moved',
                      line.attendees.length > 1 && `${line.attendees.length} people`,
                      line.my_answer && `You answered ${ANSWER_LABEL[line.my_answer].toLowerCase()}`,
                      line.audience === 'client' && 'Shared with clients',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <JoinLink line={line} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
