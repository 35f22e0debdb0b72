import { memo, useEffect, useRef, useState } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { PriorityMark } from '@/components/ui/priority-mark';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

export type CalendarDrag = typeof import('./calendar-drag');

/** One line in a month; in a week with key and people below. Drawn anew only if something of it changed. */
export const CalendarTask = memo(function CalendarTask({
  card,
  href,
  late,
  roomy,
  wraps,
  movable,
  waiting,
  drag,
}: {
  card: TaskCard;
  href: string;
  /** Due before today and not completed. */
  late: boolean;
  roomy: boolean;
  /** Has two lines for its title in a month too; a phone's list always has. */
  wraps: boolean;
  movable: boolean;
  waiting: boolean;
  drag: CalendarDrag | null;
}) {
  const element = useRef<HTMLLIElement>(null);
  const [dragging, setDragging] = useState(false);
  const { _id: id } = card;
  useEffect(() => {
    if (!drag || !element.current) return;
    return drag.dragTask(element.current, id, { mayDrag: () => movable, dragging: setDragging });
  }, [drag, movable, id]);
  return (
    <li
      ref={element}
      data-row={card.key}
      className={cn(
        'relative flex min-w-0 flex-col rounded-sm border border-border bg-surface px-1.5 text-xs hover:border-border-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus max-sm:min-h-11 max-sm:justify-center max-sm:px-3 max-sm:text-base',
        roomy ? 'gap-1 py-1.5' : 'py-0.5',
        movable && 'cursor-grab active:cursor-grabbing',
        dragging && 'border-dashed bg-hover',
      )}
    >
      <span className={cn('flex min-w-0 gap-1.5', wraps && !roomy ? 'items-start' : 'items-center')}>
        <TaskStatus of={card} word="hidden" size={12} />
        <a
          dir="auto"
          href={href}
          draggable={false}
          data-title=""
          data-stop={id}
          title={bidi`${card.key} ${card.title}`}
          className={cn(
            'min-w-0 flex-1 leading-5 outline-none after:absolute after:inset-0',
            roomy || wraps ? 'line-clamp-2 break-words' : 'sm:truncate max-sm:line-clamp-2 max-sm:break-words',
            card.status === COMPLETED ? 'text-text-3' : 'font-medium',
          )}
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
        {late && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-danger" />}
        {waiting && <span className="mark-waiting sr-only">Waiting</span>}
      </span>
      {roomy && (
        <span className="flex min-h-5 items-center gap-2 text-text-3">
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
