'use client';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { BoardColumn } from '@/lib/task/schema';
import { afterMove, cardOf, othersIn, type Placement, placementAt, spotOf } from './board-state';
import type { BoardStore } from './board-store';
import { LIFT_STEPS, type Lift, positionWords, stepped, unmoved } from './lift';

type Keys = {
  board: RefObject<HTMLElement | null>;
  store: BoardStore;
  say: (words: string) => void;
  commit: (id: string, placement: Placement) => boolean;
  openMove: (id: string) => void;
};

/**
 * A board by keyboard: arrows walk from card to card; Space lifts, arrows then move the card, Space drops, Escape
 * cancels; M opens "Move to…". While a card is lifted, `columns` already show it where it would be dropped.
 */
export function useBoardKeys({ board, store, say, commit, openMove }: Keys) {
  const [lift, setLift] = useState<Lift | null>(null);
  const [reveal, setReveal] = useState<{ id: string } | null>(null);
  /** The card that is to have the focus, and the one that had it last. */
  const wanted = useRef<string | null>(null);
  const focused = useRef<string | null>(null);
  const asked = useRef(false);

  const columns = useMemo(
    () => (lift ? afterMove(store.columns, lift.id, placementAt(store.columns, lift.id, lift.at)) : store.columns),
    [lift, store.columns],
  );

  const titleOf = (id: string) =>
    board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-title]`) ?? null;

  /** Now, or as soon as the card is in the document. */
  function focusCard(id: string) {
    const title = titleOf(id);
    wanted.current = id;
    asked.current = false;
    if (title) title.focus();
    else setReveal({ id });
  }

  // A card that changes column is drawn anew, whoever moved it: the focus goes along.
  useLayoutEffect(() => {
    const id = wanted.current ?? (document.activeElement === document.body ? focused.current : null);
    if (!id) return;
    const title = titleOf(id);
    if (title) {
      if (document.activeElement !== title) title.focus();
      wanted.current = null;
      asked.current = false;
    } else if (wanted.current && !asked.current) {
      // It is in a long column, out of view.
      asked.current = true;
      setReveal({ id });
    }
  });

  const gone = lift !== null && !cardOf(store.columns, lift.id);
  const onGone = useEffectEvent(() => {
    setLift(null);
    say('The task you had lifted is no longer on this board.');
  });
  useEffect(() => {
    if (gone) onGone();
  }, [gone]);

  function cancel() {
    if (!lift) return;
    const card = cardOf(store.columns, lift.id);
    setLift(null);
    wanted.current = lift.id;
    if (card) say(`Cancelled. ${whereIs(store.columns, card.title, lift.id)}`);
  }

  function drop() {
    if (!lift) return;
    setLift(null);
    wanted.current = lift.id;
    if (unmoved(lift)) say(`Dropped. ${whereIs(columns, cardOf(columns, lift.id)?.title ?? '', lift.id)}`);
    else commit(lift.id, placementAt(store.columns, lift.id, lift.at));
  }

  function lifted(id: string, key: string): boolean {
    if (!lift) return false;
    const step = LIFT_STEPS[key];
    if (step) {
      const statuses = store.columns.map(({ status }) => status);
      const next = stepped(lift, step, statuses, (status) => othersIn(store.columns, status, id));
      if (next !== lift) {
        wanted.current = id;
        setLift(next);
        const shown = afterMove(store.columns, id, placementAt(store.columns, id, next.at));
        say(whereIs(shown, cardOf(store.columns, id)?.title ?? '', id));
      }
    } else if (key === ' ') drop();
    else if (key === 'Escape') cancel();
    else return false;
    return true;
  }

  function resting(id: string, key: string): boolean {
    const card = cardOf(store.columns, id);
    if (!card) return false;
    if (LIFT_STEPS[key]) {
      const next = neighbour(store.columns, id, key);
      if (next) focusCard(next);
      return true;
    }
    if (key !== ' ' && key.toLowerCase() !== 'm') return false;
    const refusal = store.refusal(card);
    const from = spotOf(store.columns, id);
    if (refusal) say(refusal);
    else if (key !== ' ') openMove(id);
    else if (from) {
      setLift({ id, from, at: from });
      say(`Lifted ${card.title}. Arrow keys move, Space drops, Escape cancels`);
    }
    return true;
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const id = event.target.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (!id || !event.target.matches('[data-title]')) return;
    if (lift && event.key === 'Tab') cancel();
    else if (lift?.id === id && event.key === 'Enter') {
      event.preventDefault();
      drop();
    } else if (lift ? lifted(id, event.key) : resting(id, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  // Focus that goes elsewhere ends the lift; focus that is lost because the card is drawn anew does not.
  const onFocusOut = useEffectEvent((event: FocusEvent) => {
    if (event.relatedTarget) focused.current = null;
    if (lift && event.relatedTarget instanceof Element && !event.relatedTarget.closest(`[data-card="${lift.id}"]`)) {
      setLift(null);
      say('Cancelled.');
    }
  });
  useEffect(() => {
    const element = board.current;
    const key = (event: KeyboardEvent) => onKeyDown(event);
    const out = (event: FocusEvent) => onFocusOut(event);
    const into = ({ target }: FocusEvent) => {
      const title = target instanceof Element && target.matches('[data-title]') ? target : null;
      focused.current = title?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null;
    };
    // A press anywhere takes the focus away for good.
    const press = () => {
      focused.current = null;
    };
    element?.addEventListener('keydown', key);
    element?.addEventListener('focusout', out);
    element?.addEventListener('focusin', into);
    document.addEventListener('pointerdown', press, true);
    return () => {
      element?.removeEventListener('keydown', key);
      element?.removeEventListener('focusout', out);
      element?.removeEventListener('focusin', into);
      document.removeEventListener('pointerdown', press, true);
    };
  }, [board]);

  /** For cards that appear after they were asked for: long columns draw them late. */
  function appeared(id: string) {
    if (wanted.current !== id) return;
    titleOf(id)?.focus();
    wanted.current = null;
    asked.current = false;
  }

  return { columns, lift, reveal, appeared, titleOf };
}

function whereIs(columns: readonly BoardColumn[], title: string, id: string): string {
  const spot = spotOf(columns, id);
  const column = columns.find(({ status }) => status === spot?.status);
  return spot && column ? positionWords(title, column.label, spot.index + 1, column.total) : title;
}

/** The card that an arrow leads to: the next in the column, or the nearest in the next column that has any. */
function neighbour(columns: readonly BoardColumn[], id: string, key: string): string | undefined {
  const spot = spotOf(columns, id);
  if (!spot) return undefined;
  const at = columns.findIndex(({ status }) => status === spot.status);
  const docs = columns[at]?.docs ?? [];
  switch (LIFT_STEPS[key]) {
    case 'up':
      return docs[spot.index - 1]?._id;
    case 'down':
      return docs[spot.index + 1]?._id;
    case 'first':
      return docs[0]?._id;
    case 'last':
      return docs.at(-1)?._id;
    default: {
      const aside = key === 'ArrowLeft' ? columns.slice(0, at).reverse() : columns.slice(at + 1);
      const found = aside.find((column) => column.docs.length > 0);
      return found?.docs[Math.min(spot.index, found.docs.length - 1)]?._id;
    }
  }
}
