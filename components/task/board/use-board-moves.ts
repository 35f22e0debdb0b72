'use client';

import { useEffect, useRef } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/toast';
import { useUndo } from '../use-undo';
import { afterMove, cardOf, type Placement, placementAt, spotOf } from './board-state';
import type { BoardStore } from './board-store';
import { positionWords } from './lift';

/** The one way in which a card moves, whoever asks: mouse, keys, dialog or undo. Says what it did, and offers undo. */
export function useBoardMoves(store: BoardStore, say: (words: string) => void) {
  const remember = useUndo();
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });

  /** @returns false if the card is there already. */
  function commit(id: string, placement: Placement, undoing = false): boolean {
    const before = store.columns;
    const after = afterMove(before, id, placement);
    const card = cardOf(before, id);
    const from = spotOf(before, id);
    const to = spotOf(after, id);
    if (!card || !from || !to) return false;
    const target = after.find(({ status }) => status === to.status);
    say(positionWords(card.title, target?.label ?? '', to.index + 1, target?.total ?? 0));
    if (from.status === to.status && from.index === to.index) return false;

    const back = placementAt(before, id, from);
    const step = undoing ? null : remember(() => latest.current(id, back, true));
    store.move(id, placement).then(
      () => {
        const text =
          from.status === to.status
            ? `“${card.title}” moved to position ${to.index + 1}.`
            : `“${card.title}” moved to ${target?.label}.`;
        if (step) showToast({ kind: 'success', text, action: { label: 'Undo', onAction: step.undo } });
        else showToast({ kind: 'info', text: `Undone: ${text}` });
      },
      (error) => {
        step?.forget();
        const text = `“${card.title}” was put back. ${reasonOf(error)}`;
        showToast({ kind: 'failure', text });
        say(text);
      },
    );
    return true;
  }
  return commit;
}
