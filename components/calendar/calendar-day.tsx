import { MilestoneMark } from '@/components/milestone/milestone-mark';
import { useFormats } from '@/components/ui/formats';
import { cn } from '@/lib/class-names';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { CalendarTask } from './calendar-task';
import { DayCell, inSight } from './day-cell';
import type { ShownDay } from './shown-days';
import type { CalendarDrag } from './use-calendar-drag';

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
  /** The task that the viewer moved last. */
  moved: string | null;
  drag: CalendarDrag | null;
  /** Absent where the viewer makes no tasks. */
  onNew?: (day: string) => void;
}) {
  const formats = useFormats();
  const cards = roomy ? docs : inSight(docs, ({ _id }) => _id === moved);
  const words = formats.day(day, 'heading');
  return (
    <DayCell
      day={day}
      today={today}
      holds={`${total} ${total === 1 ? 'task' : 'tasks'}`}
      words="New task"
      href={links.week(day)}
      add={onNew && { href: links.newTask(day), run: onNew }}
      more={{ count: total - cards.length, href: roomy ? links.list(day) : links.week(day) }}
      past={past}
      outside={outside}
      isEmpty={total === 0 && milestones.length === 0}
      drag={drag}
    >
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
    </DayCell>
  );
}
