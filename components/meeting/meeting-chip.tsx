import { memo, useEffect, useRef, useState } from 'react';
import type { CalendarDrag } from '@/components/calendar/use-calendar-drag';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { Piece } from '@/lib/meeting/calendar';
import { besidesOf, lookOf, timesOf } from './meeting-look';

/** A meeting as one line: in a month, and above a day that it lasts. */
export const MeetingChip = memo(function MeetingChip({
  piece: { meeting, begins, ends },
  day,
  href,
  lifted,
  drag,
}: {
  piece: Piece;
  day: string;
  href: string;
  lifted?: boolean;
  drag?: CalendarDrag | null;
}) {
  const formats = useFormats();
  const element = useRef<HTMLLIElement>(null);
  const [dragging, setDragging] = useState(false);
  const { key, movable, whole } = meeting;
  useEffect(() => {
    if (!drag || !element.current) return;
    return drag.dragItem(element.current, key, { mayDrag: () => movable, dragging: setDragging });
  }, [drag, movable, key]);
  const times = timesOf(formats, meeting);
  return (
    <li
      ref={element}
      data-meeting={key}
      className={cn(
        'meeting-chip',
        lookOf(meeting),
        !begins && 'meeting-goes-before',
        !ends && 'meeting-goes-on',
        movable && drag && 'day-movable',
        (dragging || lifted) && 'meeting-lifted',
      )}
    >
      <a
        dir="auto"
        href={href}
        draggable={false}
        data-stop={begins ? key : `${key} ${day}`}
        title={bidi`${meeting.title}, ${times}`}
      >
        {!whole && begins && (
          <span className="meeting-time" suppressHydrationWarning>
            {formats.time(meeting.starts_at)}{' '}
          </span>
        )}
        {meeting.title}
        <span className="sr-only" suppressHydrationWarning>
          {whole && `, ${times}`}
          {!begins && ', goes on'}
          {besidesOf(formats, meeting)}
        </span>
      </a>
    </li>
  );
});
