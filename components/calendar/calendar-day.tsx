import { useEffect, useRef, useState } from 'react';
import { MilestoneMark } from '@/components/milestone/milestone-mark';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { type CalendarDrag, CalendarTask } from './calendar-task';
import type { ShownDay } from './shown-days';

/** Tasks of a day that a month has room for. */
const LINES = 3;

export type DayLinks = {
  task: (key: string) => string;
  /** The week around a day. */
  week: (day: string) => string;
  /** All tasks of a day, as a list. */
  list: (day: string) => string;
  newTask: (day: string) => string;
};

export function CalendarDay({
  shown: { day, docs, total },
  milestones,
  today,
  roomy,
  lines,
  past,
  outside,
  links,
  mayMove,
  waiting,
  moved,
  drag,
  onNew,
}: {
  shown: ShownDay;
  milestones: readonly MilestoneRecord[];
  today: string;
  /** In a week: all tasks, with what belongs to them. */
  roomy: boolean;
  /** How many titles of a month's day may take two lines. */
  lines: number;
  /** Before what a phone's list begins with. */
  past: boolean;
  /** Of the month before or after. */
  outside: boolean;
  links: DayLinks;
  mayMove: (id: string) => boolean;
  waiting: ReadonlySet<string>;
  /** The task that the viewer moved last: seen where it went, however much else is due then. */
  moved: string | null;
  drag: CalendarDrag | null;
  /** Absent where the viewer makes no tasks. */
  onNew?: (day: string) => void;
}) {
  const formats = useFormats();
  const element = useRef<HTMLLIElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (drag && element.current) return drag.dropOnDay(element.current, day, setOver);
  }, [drag, day]);
  const cards = roomy ? docs : inSight(docs, moved);
  const more = total - cards.length;
  const words = formats.day(day, 'heading');
  const isToday = day === today;
  return (
    <li
      ref={element}
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'calendar-day',
        outside && 'day-outside',
        over && 'day-over',
        past && 'day-past',
        total === 0 && milestones.length === 0 && !isToday && 'day-empty',
      )}
    >
      <div className="day-head">
        <h3>
          <Link href={links.week(day)} scroll={false} data-stop={day} className="day-link">
            <span aria-hidden="true" className="max-sm:hidden">
              {Number(day.slice(8))}
            </span>
            <span className="sm:sr-only">
              {words}
              <span className="sr-only">
                {isToday && ', today'}, {total} {total === 1 ? 'task' : 'tasks'}
              </span>
            </span>
          </Link>
        </h3>
        {onNew && (
          <a
            href={links.newTask(day)}
            data-stop={`new ${day}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onNew(day);
            }}
            className="day-new"
          >
            <span className="sr-only">New task on {words}</span>
          </a>
        )}
      </div>
      {milestones.length > 0 && (
        <ul aria-label={`Milestones on ${words}`} className="flex min-w-0 flex-col gap-0.5 px-1">
          {milestones.map((milestone) => (
            <li key={milestone._id} className="flex min-w-0">
              <MilestoneMark milestone={milestone} isLate={day < today} />
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && (
        <ul aria-label={words} className={cn('day-tasks', roomy ? 'day-roomy' : cards.length <= lines && 'day-wraps')}>
          {cards.map((card) => (
            <CalendarTask
              key={card._id}
              card={card}
              href={links.task(card.key)}
              late={day < today && card.status !== COMPLETED}
              roomy={roomy}
              movable={mayMove(card._id)}
              waiting={waiting.has(card._id)}
              drag={drag}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link
          href={roomy ? links.list(day) : links.week(day)}
          scroll={false}
          data-stop={`more ${day}`}
          className="day-more"
        >
          +{more} more<span className="sr-only"> on {words}</span>
        </Link>
      )}
    </li>
  );
}

function inSight(docs: readonly TaskCard[], moved: string | null): readonly TaskCard[] {
  if (docs.length <= LINES + 1) return docs;
  const at = docs.findIndex(({ _id }) => _id === moved);
  return at < LINES ? docs.slice(0, LINES) : [...docs.slice(0, LINES - 1), ...docs.slice(at, at + 1)];
}
