import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import type { CalendarDrag } from './use-calendar-drag';

/** A day of a month or week, whatever stands in it; on phones, where it is one of a list, an empty one is left out. */
export function DayCell({
  day,
  today,
  holiday,
  holds,
  words,
  href,
  add,
  more,
  past,
  outside,
  off,
  isEmpty,
  drag,
  children,
}: {
  day: string;
  today: string;
  holiday?: boolean;
  /** What it has, for screen readers: "3 tasks". */
  holds: string;
  /** What one makes in it, such as "New task". */
  words: string;
  /** Where its number leads. */
  href: string;
  /** Absent where the viewer makes nothing. */
  add?: { href?: string; run: (day: string) => void };
  /** How much of it is not drawn, and where that is. */
  more?: { count: number; href: string };
  /** Before what a phone's list begins with. */
  past?: boolean;
  /** Of the month before or after. */
  outside: boolean;
  /** No working day. */
  off?: boolean;
  isEmpty: boolean;
  drag: CalendarDrag | null;
  children?: ReactNode;
}) {
  const formats = useFormats();
  const element = useRef<HTMLLIElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (drag && element.current) return drag.dropOnDay(element.current, day, setOver);
  }, [drag, day]);
  const dayWords = formats.day(day, 'heading');
  const isToday = day === today;
  const addWords = (
    <span className="sr-only">
      {words} on {dayWords}
    </span>
  );
  return (
    <li
      ref={element}
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'calendar-day',
        off && 'day-off',
        outside && 'day-outside',
        over && 'day-over',
        past && 'day-past',
        isEmpty && !isToday && 'day-empty',
      )}
    >
      <div className="day-head">
        <h3>
          <Link href={href} scroll={false} data-stop={day} className="day-link">
            <span aria-hidden="true" className="max-sm:hidden">
              {Number(day.slice(8))}
            </span>
            <span className="sm:sr-only">
              {dayWords}
              <span className="sr-only">
                {isToday && ', today'}
                {holiday && ', holiday'}, {holds}
              </span>
            </span>
          </Link>
        </h3>
        {holiday && (
          <span aria-hidden="true" className="day-note">
            Holiday
          </span>
        )}
        {add &&
          (add.href ? (
            <a
              href={add.href}
              data-stop={`new ${day}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                add.run(day);
              }}
              className="day-new"
            >
              {addWords}
            </a>
          ) : (
            <button type="button" data-stop={`new ${day}`} onClick={() => add.run(day)} className="day-new">
              {addWords}
            </button>
          ))}
      </div>
      {children}
      {more && more.count > 0 && (
        <Link href={more.href} scroll={false} data-stop={`more ${day}`} className="day-more">
          +{more.count} more<span className="sr-only"> on {dayWords}</span>
        </Link>
      )}
    </li>
  );
}

/** So many lines of a day a month has room for. */
const LINES = 3;

/** Those of a day that a month draws; what was moved last is seen where it went, however much else is there. */
export function inSight<T>(all: readonly T[], isMoved: (one: T) => boolean = () => false): readonly T[] {
  if (all.length <= LINES + 1) return all;
  const at = all.findIndex(isMoved);
  return at < LINES ? all.slice(0, LINES) : [...all.slice(0, LINES - 1), ...all.slice(at, at + 1)];
}
