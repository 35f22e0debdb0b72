'use client';

import { memo, type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { labelMarks } from '@/components/label/label-chips';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { PriorityMark } from '@/components/ui/priority-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { ParentMark } from '../parent-mark';
import { SubtaskMark } from '../subtask-mark';
import { heightOf } from './card-height';
import type { Edge } from './pointer-drag';

export type PointerDrag = typeof import('./pointer-drag');

/** The same object for the board's life. */
export type CardActions = {
  mayDrag: (id: string) => boolean;
  /** Says why a card that was pulled at may not be moved. */
  pulled: (id: string) => void;
  openMenu: (id: string) => void;
  /** The button may soon be pressed: its code can be fetched. */
  nearMenu: () => void;
  appeared: (id: string) => void;
};

export type BoardCardProps = {
  card: TaskCard;
  href: string;
  today: string;
  /** Shows a grab cursor. */
  movable: boolean;
  /** It is dropped between two others, not only into a column. */
  ordered: boolean;
  /** Its column does not tell its status. */
  marksStatus: boolean;
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
  start?: number;
};

const FLASH = 700;
const SETTLE = 160;

/** The height never depends on the content, so nothing jumps. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { card, flash, actions, pointer, ordered } = props;
  const element = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragging, setDragging] = useState(false);
  const id = card._id;

  useEffect(() => {
    if (!pointer || !element.current) return;
    const mayDrag = () => actions.mayDrag(id);
    const refused = () => actions.pulled(id);
    return pointer.dragCard(element.current, id, { mayDrag, refused, dragging: setDragging, edge: setEdge });
  }, [pointer, actions, id]);

  useEffect(() => {
    const late = flash === undefined ? FLASH : Date.now() - flash;
    if (late < FLASH && element.current) lightUp(element.current);
  }, [flash]);

  useEffect(() => actions.appeared(id), [actions, id]);

  return <CardFace {...props} element={element} edge={ordered ? edge : null} dragging={dragging} />;
});

type CardFaceProps = BoardCardProps & { element?: Ref<HTMLLIElement>; edge?: Edge | null; dragging?: boolean };

/** One link and one button, not nested. */
function CardFace({ element, edge = null, dragging = false, ...props }: CardFaceProps) {
  const { card, href, movable, lifted, tabStop, focused, panel, actions, start } = props;
  const id = card._id;
  const button = (
    <button
      type="button"
      tabIndex={focused ? 0 : -1}
      aria-label={`Actions for ${card.key}`}
      aria-haspopup="menu"
      onPointerEnter={actions.nearMenu}
      onClick={panel ? undefined : () => actions.openMenu(id)}
      className="card-menu"
    />
  );
  return (
    <li
      ref={element}
      data-card={id}
      data-row={card.key}
      style={{
        height: heightOf(card),
        ...(start !== undefined && { position: 'absolute', insetInline: 0, top: start }),
      }}
      className={cn(
        'task-card',
        lifted && 'task-card-lifted',
        dragging && 'task-card-dragged',
        // The line where another card would be dropped lies outside of it.
        start === undefined && !edge && 'task-card-listed',
        movable && 'task-card-movable',
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
      <h3>
        <a dir="auto" href={href} draggable={false} tabIndex={tabStop ? 0 : -1} data-title="" data-stop={id}>
          {card.title}
        </a>
      </h3>
      {card.parent && (
        <div className="card-parent">
          <ParentMark parent={card.parent} />
        </div>
      )}
      <Foot {...props} />
      {panel ? panel(button) : button}
    </li>
  );
}

/** Marks in the order of what is worth knowing; one line or two, as the title leaves room. */
function Foot({ card, today, waiting, marksAudience, marksStatus }: BoardCardProps) {
  const shared = marksAudience && card.audience === 'client';
  return (
    <div className="card-foot">
      <div className="marks">
        {(shared || card.due_date) && (
          <span className="first-marks">
            {shared && <ClientBadge />}
            <DueDate date={card.due_date} today={today} done={card.status === COMPLETED} />
          </span>
        )}
        {marksStatus && (
          <span>
            <TaskStatus of={card} word="hidden" size={12} />
          </span>
        )}
        {waiting && <span className="mark-waiting">Waiting</span>}
        {card.blocked && <span className="mark-blocked">Blocked</span>}
        <PriorityMark priority={card.priority} card />
        <span className="tabular-nums">{card.key}</span>
        <SubtaskMark of={card.subtask_progress} />
        {card.checklist && (
          <span className="mark-checklist">
            {card.checklist.done}/{card.checklist.total}
            <VisuallyHidden>checklist lines done</VisuallyHidden>
          </span>
        )}
        {card.comment_count > 0 && (
          <span className="mark-comments">
            {card.comment_count}
            <VisuallyHidden>{card.comment_count === 1 ? 'comment' : 'comments'}</VisuallyHidden>
          </span>
        )}
        {labelMarks(card.labels)}
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
