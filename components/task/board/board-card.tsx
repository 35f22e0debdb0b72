'use client';

import { Clock, Ellipsis, MessageSquare } from 'lucide-react';
import Link from 'next/link';
import { memo, useEffect, useRef, useState } from 'react';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { PriorityMark } from '@/components/ui/priority-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { AssigneeStack } from '../assignee-stack';
import { ParentMark } from '../parent-mark';
import type { Edge } from './pointer-drag';

export type PointerDrag = typeof import('./pointer-drag');

/** What a card asks of its board; the same object for the board's life. */
export type CardActions = {
  /** Whether the card may be dragged now. */
  mayDrag: (id: string) => boolean;
  openMove: (id: string) => void;
  /** The title was pressed, where it leads nowhere. */
  open: (id: string) => void;
  /** A card has appeared: the board may want to give it focus. */
  appeared: (id: string) => void;
};

export type BoardCardProps = {
  card: TaskCard;
  href: string;
  /** Opens in place instead of leading to `href`. */
  opensInPlace: boolean;
  today: string;
  /** Draws a hand, and the button that moves it. */
  movable: boolean;
  lifted: boolean;
  /** When it was last moved or changed under the viewer's eyes (ms). */
  flash: number | undefined;
  /** Its move waits for the connection. */
  waiting: boolean;
  /** Clients see only what is meant for them: the mark would be on every card. */
  marksAudience: boolean;
  actions: CardActions;
  pointer: PointerDrag | null;
  /** In a long column: how far down it is (px), and who wants to know how tall. */
  place?: { start: number; index: number; measure: (element: HTMLElement | null) => void };
};

const FLASH = 700;
const SETTLE = 160;

/** A task on a board: one link, one button, nothing nested. At most 112 px tall. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { card, href, opensInPlace, today, movable, lifted, flash, waiting, marksAudience, actions, pointer, place } =
    props;
  const element = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragging, setDragging] = useState(false);
  const id = card._id;

  useEffect(() => {
    if (!pointer || !element.current) return;
    const mayDrag = () => actions.mayDrag(id);
    return pointer.dragCard(element.current, id, { mayDrag, dragging: setDragging, edge: setEdge });
  }, [pointer, actions, id]);

  useEffect(() => {
    const late = flash === undefined ? FLASH : Date.now() - flash;
    if (late < FLASH && element.current) lightUp(element.current);
  }, [flash]);

  useEffect(() => actions.appeared(id), [actions, id]);

  return (
    <li
      ref={(node) => {
        element.current = node;
        place?.measure(node);
      }}
      data-card={id}
      data-index={place?.index}
      style={place && { position: 'absolute', insetInline: 0, top: place.start }}
      className={cn(
        'group relative list-none rounded-lg border bg-surface has-[[data-title]:focus-visible]:outline-2 has-[[data-title]:focus-visible]:outline-offset-2 has-[[data-title]:focus-visible]:outline-focus',
        lifted ? 'z-1 border-accent shadow-e2' : 'border-border hover:border-border-strong',
        dragging && 'border-dashed bg-hover',
        movable && 'cursor-grab active:cursor-grabbing',
      )}
    >
      {edge && (
        <span
          aria-hidden="true"
          className={cn(
            'absolute inset-x-0 h-0.5 rounded-full bg-accent',
            edge === 'top' ? '-top-[5px]' : '-bottom-[5px]',
          )}
        />
      )}
      <div className="max-h-[110px] overflow-hidden rounded-lg px-3 py-2.5">
        <h3 className={cn('text-base font-medium', movable && 'pr-7 pointer-coarse:pr-9')}>
          <Link
            href={href}
            prefetch={false}
            draggable={false}
            data-title=""
            onClick={
              opensInPlace
                ? (event) => {
                    event.preventDefault();
                    actions.open(id);
                  }
                : undefined
            }
            className="line-clamp-2 break-words outline-none after:absolute after:inset-0 group-hover:text-accent-text"
          >
            {card.title}
          </Link>
        </h3>
        <ParentMark parent={card.parent} />
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-text-3">
          <span className="tabular-nums">{card.key}</span>
          <PriorityMark priority={card.priority} card />
          <DueDate date={card.due_date} today={today} done={card.status === COMPLETED} />
          {marksAudience && card.audience === 'client' && <ClientBadge />}
          {card.comment_count > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <MessageSquare className="size-3" />
              {card.comment_count}
              <VisuallyHidden>{card.comment_count === 1 ? 'comment' : 'comments'}</VisuallyHidden>
            </span>
          )}
          {waiting && (
            <span className="inline-flex items-center gap-1">
              <Clock className="size-3" />
              Waiting
            </span>
          )}
          {(card.assignees.length > 0 || card.hidden_assignees) && (
            <span className="ml-auto">
              <AssigneeStack task={card} size={24} />
            </span>
          )}
        </div>
      </div>
      {movable && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Move ${card.key} to…`}
          onClick={() => actions.openMove(id)}
          className="absolute top-1.5 right-1.5 flex size-7 items-center justify-center rounded-sm text-text-3 hover:bg-hover hover:text-text pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:size-11"
        >
          <Ellipsis />
        </button>
      )}
    </li>
  );
});

/** What has just moved settles and lights up; without movement where less motion is wanted. */
function lightUp(element: HTMLElement): void {
  const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
  element.animate([{ backgroundColor: 'var(--selected)' }, {}], { duration: FLASH, easing });
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    element.animate([{ translate: '0 -8px' }, { translate: '0 0' }], { duration: SETTLE, easing });
}
