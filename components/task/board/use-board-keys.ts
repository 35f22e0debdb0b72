'use client';

import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { singleKeysAreOn } from '@/components/keys/single-keys';
import { commandOf } from '@/components/keys/task-commands';
import { openOverlay } from '@/components/overlay/overlay';
import { bidi } from '@/lib/bidi';
import { mayMoveTo } from '@/lib/workflow/vocabulary';
import {
  afterMove,
  type BoardColumn,
  cardOf,
  idIn,
  othersIn,
  shownIn,
  spotOf,
  type Target,
  targetAt,
  taskOf,
} from './board-columns';
import type { Extras } from './board-stops';
import type { BoardStore } from './board-store';
import type { CardCommand } from './card-commands';
import { crossed, LIFT_STEPS, type Lift, positionWords, stepped, unmoved } from './lift';
import { useBoardFocus } from './use-board-focus';

type Keys = {
  board: RefObject<HTMLElement | null>;
  store: BoardStore;
  extras: Extras;
  say: (words: string) => void;
  commit: (id: string, target: Target) => boolean;
  run: (id: string, command: CardCommand) => void;
};

const LOST = 'Somebody else moved or removed the task you had lifted: it is not among the cards shown any more.';

/** Those that a card has. */
const cardCommand = (key: string): CardCommand | undefined => {
  const known = commandOf(key);
  return known?.only === 'page' ? undefined : (known?.command as CardCommand | undefined);
};

/**
 * Arrows walk; Space lifts, arrows then move, Space drops, Escape cancels; letters change the task, Shift M its project.
 * While one is lifted, `columns` already show it where it would be dropped.
 */
export function useBoardKeys({ board, store, extras, say, commit, run }: Keys) {
  const [lift, setLift] = useState<Lift | null>(null);
  const columns = useMemo(
    () =>
      lift
        ? afterMove(store.columns, lift.id, targetAt(store.columns, lift.id, lift.at, store.filtered))
        : store.columns,
    [lift, store.columns, store.filtered],
  );
  const isOpen = ({ id, lane }: BoardColumn) => !store.fold?.closed.has(lane ?? id);
  const focus = useBoardFocus(board, store.lanes ? columns.filter(isOpen) : columns, extras);

  const gone = lift !== null && !cardOf(store.columns, lift.id);
  // Whoever does not know yet presses Space to drop it: that must not lift the card which has the focus now.
  const lost = useRef(false);
  const onGone = useEffectEvent(() => {
    setLift(null);
    lost.current = true;
    say(LOST);
  });
  useEffect(() => {
    if (gone) onGone();
  }, [gone]);

  const mayReach = (from: number, { status = from }: BoardColumn) =>
    !store.workflow || mayMoveTo(store.workflow, from, status);

  function cancel() {
    if (!lift) return;
    const card = cardOf(store.columns, lift.id);
    setLift(null);
    focus.expect(lift.id);
    if (card) say(`Cancelled. ${whereIs(store.columns, card.title, lift.id)}`);
  }

  function drop() {
    if (!lift) return;
    setLift(null);
    focus.expect(lift.id);
    if (unmoved(lift)) say(`Dropped. ${whereIs(columns, cardOf(columns, lift.id)?.title ?? '', lift.id)}`);
    else if (commit(lift.id, targetAt(store.columns, lift.id, lift.at, store.filtered)) && store.fields)
      focus.expect(idIn(taskOf(lift.id), lift.at.column));
  }

  function lifted(id: string, key: string): boolean {
    if (!lift) return false;
    const step = LIFT_STEPS[key];
    if (step) {
      const status = cardOf(store.columns, id)?.status ?? 0;
      const open = store.columns.filter((column) => isOpen(column) && mayReach(status, column));
      const next = store.fields
        ? crossed(lift, step, open)
        : stepped(
            lift,
            step,
            open.map((column) => column.id),
            (column) => othersIn(store.columns, column, id),
          );
      if (next !== lift) {
        focus.expect(id);
        setLift(next);
        const shown = afterMove(store.columns, id, targetAt(store.columns, id, next.at, store.filtered));
        say(whereIs(shown, cardOf(store.columns, id)?.title ?? '', id));
      }
    } else if (key === ' ' || key === 'Enter') drop();
    else if (key === 'Escape') cancel();
    else return false;
    return true;
  }

  function resting(id: string, key: string): boolean {
    const card = cardOf(store.columns, id);
    if (!card) return false;
    if (key === 'M' && singleKeysAreOn() && store.rights(card).delete && !store.open) {
      openOverlay('move-task');
      return true;
    }
    const command = singleKeysAreOn() ? cardCommand(key) : undefined;
    if (command) {
      run(id, command);
      return true;
    }
    if (key !== ' ') return false;
    const refusal = store.refusal(card);
    const from = spotOf(store.columns, id);
    if (refusal) say(refusal);
    else if (from) {
      setLift({ id, from, at: from });
      const closed = store.columns.filter((column) => !mayReach(card.status, column)).map(({ label }) => label);
      say(
        bidi`Lifted ${card.title}. Arrow keys move, Space drops, Escape cancels${closed.length ? `. Not allowed: ${closed.join(', ')}` : ''}`,
      );
    }
    return true;
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const { stop } = event.target.dataset;
    // A task's button takes its letters too, but not the arrows and Space.
    const id = event.target.closest<HTMLElement>('[data-card]')?.dataset.card;
    // Held down, Space and letters do what they do once; the page does not scroll either.
    if (event.repeat && event.key.length === 1) return event.key === ' ' && stop && event.preventDefault();
    if (lift && event.key === 'Tab') cancel();
    const drops = lost.current && stop !== undefined && (event.key === ' ' || event.key === 'Enter');
    lost.current = false;
    if (drops) say(LOST);
    const done =
      drops ||
      (lift && stop === lift.id
        ? lifted(lift.id, event.key)
        : (stop !== undefined && event.key.length > 1 && focus.step(stop, event.key)) ||
          (id !== undefined && (stop !== undefined || event.key !== ' ') && resting(id, event.key)));
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Focus that goes elsewhere ends the lift; focus lost because the card is remounted does not.
  const onFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (lift && relatedTarget instanceof Element && !relatedTarget.closest(`[data-card="${lift.id}"]`)) {
      setLift(null);
      say('Cancelled.');
    }
  });
  useEffect(() => {
    const element = board.current;
    const key = (event: KeyboardEvent) => onKeyDown(event);
    const out = (event: FocusEvent) => onFocusOut(event);
    element?.addEventListener('keydown', key);
    element?.addEventListener('focusout', out);
    return () => {
      element?.removeEventListener('keydown', key);
      element?.removeEventListener('focusout', out);
    };
  }, [board]);

  return { columns, lift, focus };
}

function whereIs(columns: readonly BoardColumn[], title: string, id: string): string {
  const spot = spotOf(columns, id);
  const column = columns.find((one) => one.id === spot?.column);
  if (!spot || !column) return title;
  return column.status === undefined || column.lane !== undefined
    ? bidi`${title}: ${column.label}`
    : positionWords(title, column.label, spot.index + 1, shownIn(column));
}
