'use client';

import { Clock, Ellipsis, MessageSquare } from 'lucide-react';
import { memo, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { PriorityMark } from '@/components/ui/priority-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { ParentMark } from '../parent-mark';
import { heightOf } from './card-height';
import type { Edge } from './pointer-drag';

export type PointerDrag = typeof import('./pointer-drag');

/** The same object for the board's life. */
export type CardActions = {
  mayDrag: (id: string) => boolean;
  openMenu: (id: string) => void;
  /** The button may soon be pressed: its code can be fetched. */
  nearMenu: () => void;
  open: (id: string) => void;
  appeared: (id: string) => void;
};

export type BoardCardProps = {
  card: TaskCard;
  href: string;
  opensInPlace: boolean;
  today: string;
  /** Shows a grab cursor. */
  movable: boolean;
  lifted: boolean;
  /** When it was last moved or changed on screen (ms). */
  flash: number | undefined;
  waiting: boolean;
  /** False for clients: they see only what is meant for them, so the mark would be on every card. */
  marksAudience: boolean;
  tabStop: boolean;
  focused: boolean;
  panel: ((button: ReactElement) => ReactNode) | null;
  actions: CardActions;
  pointer: PointerDrag | null;
  /** Offset in a virtual column (px). */
  place?: { start: number };
};

const FLASH = 700;
const SETTLE = 160;

/** One link and one button, not nested. The height never depends on the content, so nothing jumps. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { card, href, opensInPlace, movable, lifted, flash, tabStop, focused, panel, actions, pointer, place } = props;
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

  const button = (
    <button
      type="button"
      tabIndex={focused ? 0 : -1}
      aria-label={`Actions for ${card.key}`}
      aria-haspopup="menu"
      onPointerEnter={actions.nearMenu}
      onClick={panel ? undefined : () => actions.openMenu(id)}
      className={cn(
        'absolute top-1.5 right-1.5 flex size-7 items-center justify-center rounded-sm bg-surface text-text-2 hover:bg-hover hover:text-text aria-expanded:bg-hover pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:size-11 pointer-coarse:bg-transparent',
        // With a pointer the title has the full width until the pointer comes near.
        'pointer-fine:not-group-hover:not-group-focus-within:not-aria-expanded:opacity-0',
      )}
    >
      <Ellipsis />
    </button>
  );
  return (
    <li
      ref={element}
      data-card={id}
      style={{
        height: heightOf(card),
        ...(place && { position: 'absolute', insetInline: 0, top: place.start }),
      }}
      className={cn(
        'group @container/task relative list-none rounded-lg border bg-surface has-[[data-stop]:focus-visible]:outline-2 has-[[data-stop]:focus-visible]:outline-offset-1 has-[[data-stop]:focus-visible]:outline-focus',
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
      <div className="flex h-full flex-col justify-between px-3 py-2">
        <h3 className="text-base leading-5 font-medium text-wrap pointer-coarse:pr-9">
          <Link
            href={href}
            prefetch={false}
            draggable={false}
            tabIndex={tabStop ? 0 : -1}
            data-title=""
            data-stop={id}
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
        {card.parent && (
          <div className="flex h-4 min-w-0 items-center">
            <ParentMark parent={card.parent} />
          </div>
        )}
        <Meta {...props} />
      </div>
      {panel ? panel(button) : button}
    </li>
  );
});

/** Always one line: what does not fit is cut from the end, and the people keep their place. */
function Meta({ card, today, waiting, marksAudience }: BoardCardProps) {
  return (
    <div className="flex h-6 items-center gap-2 text-xs text-text-3">
      <div className="flex h-6 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden *:h-6">
        <span className="inline-flex items-center tabular-nums">{card.key}</span>
        {waiting && (
          <span className="inline-flex items-center gap-1">
            <Clock className="size-3" />
            Waiting
          </span>
        )}
        <DueDate date={card.due_date} today={today} done={card.status === COMPLETED} />
        <PriorityMark priority={card.priority} card />
        {marksAudience && card.audience === 'client' && (
          <span className="inline-flex items-center">
            <ClientBadge />
          </span>
        )}
        {card.comment_count > 0 && (
          <span className="inline-flex items-center gap-1 tabular-nums">
            <MessageSquare className="size-3" />
            {card.comment_count}
            <VisuallyHidden>{card.comment_count === 1 ? 'comment' : 'comments'}</VisuallyHidden>
          </span>
        )}
      </div>
      <AssigneeStack task={card} max={card.assignees.length + (card.more_assignees ?? 0) > 3 ? 2 : 3} size={24} />
    </div>
  );
}

/** Highlights a card that moved; no movement under prefers-reduced-motion. */
function lightUp(element: HTMLElement): void {
  const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
  element.animate([{ backgroundColor: 'var(--selected)' }, {}], { duration: FLASH, easing });
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    element.animate([{ translate: '0 -8px' }, { translate: '0 0' }], { duration: SETTLE, easing });
}
