import { type CSSProperties, memo } from 'react';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { Piece } from '@/lib/meeting/calendar';
import { drawnFrom, drawnTo, type Placed } from '@/lib/meeting/layout';
import { besidesOf, elsewhere, lookOf, timesOf } from './meeting-look';

/** From so many minutes on it has a second line, and a third. */
const [TWO, THREE] = [45, 75];

/** A meeting at its time of the day. */
export const MeetingEvent = memo(function MeetingEvent({
  placed: { item, column, columns, span },
  day,
  href,
  lifted,
}: {
  placed: Placed<Piece>;
  day: string;
  href: string;
  lifted: boolean;
}) {
  const formats = useFormats();
  const { meeting, begins, ends } = item;
  const [from, to] = [drawnFrom(item), drawnTo(item)];
  const [times, there] = [timesOf(formats, meeting), elsewhere(formats, meeting)];
  const where = { '--from': from, '--to': to, '--at': column / columns, '--wide': span / columns } as CSSProperties;
  return (
    <li
      data-meeting={meeting.key}
      style={where}
      className={cn(
        'meeting-event',
        lookOf(meeting),
        meeting.movable && 'meeting-movable',
        lifted && 'meeting-lifted',
        to - from < TWO && 'meeting-short',
      )}
    >
      <a
        dir="auto"
        href={href}
        draggable={false}
        data-stop={begins ? meeting.key : `${meeting.key} ${day}`}
        title={bidi`${meeting.title}, ${times}${there ? `, ${there}` : ''}`}
      >
        <span dir="auto" className="meeting-title">
          {meeting.title}
        </span>
        <span className="meeting-time" suppressHydrationWarning>
          <span className="sr-only">, </span>
          {times}
        </span>
        {to - from >= THREE && (there || meeting.place) && (
          <span aria-hidden="true" dir="auto" className="meeting-time">
            {there ?? meeting.place}
          </span>
        )}
        <span className="sr-only" suppressHydrationWarning>
          {!begins && ', goes on'}
          {besidesOf(formats, meeting)}
        </span>
      </a>
      {meeting.movable && ends && <span data-grip="" aria-hidden="true" />}
    </li>
  );
});
