import { memo, useEffect, useRef, useState } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { PriorityMark } from '@/components/ui/priority-mark';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { CalendarDrag } from './use-calendar-drag';

/** One line in a month; in a week with key and people below. Drawn anew only if something of it changed. */
export const CalendarTask = memo(function CalendarTask({
  card,
  href,
  late,
  roomy,
  movable,
  waiting,
  drag,
}: {
  card: TaskCard;
  href: string;
  /** Due before today and not completed. */
  late: boolean;
  roomy: boolean;
  movable: boolean;
  waiting: boolean;
  drag: CalendarDrag | null;
}) {
  const element = useRef<HTMLLIElement>(null);
  const [dragging, setDragging] = useState(false);
  const { _id: id } = card;
  useEffect(() => {
    if (!drag || !element.current) return;
    return drag.dragItem(element.current, id, { mayDrag: () => movable, dragging: setDragging });
  }, [drag, movable, id]);
  return (
    <li
      ref={element}
      data-row={card.key}
      className={cn('day-task', movable && 'day-movable', dragging && 'day-dragged')}
    >
      <span className="day-line">
        <TaskStatus of={card} word="hidden" size={12} />
        <a
          dir="auto"
          href={href}
          draggable={false}
          data-title=""
          data-stop={id}
          title={bidi`${card.key} ${card.title}`}
          className={card.status === COMPLETED ? 'title-done' : undefined}
        >
          {card.title}
        </a>
        {late && <span className="sr-only">, overdue</span>}
        {card.blocked && !roomy && (
          // A month's lines have no room for the word.
          <span className="mark-blocked" title="Blocked">
            <span className="sm:sr-only">Blocked</span>
          </span>
        )}
        {late && <span aria-hidden="true" className="day-late" />}
        {waiting && <span className="mark-waiting sr-only">Waiting</span>}
      </span>
      {roomy && (
        <span className="day-facts">
          <span className="tabular-nums">{card.key}</span>
          <PriorityMark priority={card.priority} card />
          {card.blocked && <span className="mark-blocked">Blocked</span>}
          <span className="ml-auto">
            <AssigneeStack task={card} max={2} size={20} />
          </span>
        </span>
      )}
    </li>
  );
});
