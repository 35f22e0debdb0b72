'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/toast';
import { afterMove, cardOf, type Placement, placementAt, spotOf } from './board-state';
import type { BoardStore } from './board-store';
import { positionWords } from './lift';

/** Changes that Ctrl+Z can take back. */
const REMEMBERED = 50;

type Done = { id: string; title: string; back: Placement };

/** The one way in which a card moves, whoever asks: mouse, keys, dialog or undo. Says what it did, and offers undo. */
export function useBoardMoves(store: BoardStore, say: (words: string) => void) {
  const done = useRef<Done[]>([]);

  /** @returns false if the card is there already. */
  function commit(id: string, placement: Placement, undoing = false): boolean {
    const before = store.columns;
    const after = afterMove(before, id, placement);
    const card = cardOf(before, id);
    const from = spotOf(before, id);
    const to = spotOf(after, id);
    if (!card || !from || !to) return false;
    const target = after.find(({ status }) => status === to.status);
    const words = positionWords(card.title, target?.label ?? '', to.index + 1, target?.total ?? 0);
    say(words);
    if (from.status === to.status && from.index === to.index) return false;

    const undoable: Done = { id, title: card.title, back: placementAt(before, id, from) };
    if (!undoing) done.current = [...done.current, undoable].slice(-REMEMBERED);
    store.move(id, placement).then(
      () => {
        const text =
          from.status === to.status
            ? `“${card.title}” moved to position ${to.index + 1}.`
            : `“${card.title}” moved to ${target?.label}.`;
        if (undoing) showToast({ kind: 'info', text: `Undone: ${text}` });
        else showToast({ kind: 'success', text, action: { label: 'Undo', onAction: () => undo(undoable) } });
      },
      (error) => {
        done.current = done.current.filter((one) => one !== undoable);
        const text = `“${card.title}” was put back. ${reasonOf(error)}`;
        showToast({ kind: 'failure', text });
        say(text);
      },
    );
    return true;
  }

  const undo = useLatest((which: Done | undefined = done.current.at(-1)) => {
    if (!which || !done.current.includes(which)) return;
    done.current = done.current.filter((one) => one !== which);
    commit(which.id, which.back, true);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const writing =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || writing) return;
    if (done.current.length === 0) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return commit;
}

/** The latest version of a function, for things that call it later (a toast's Undo). */
function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return (...args) => latest.current(...args);
}
