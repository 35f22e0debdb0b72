'use client';

import { useEffect, useRef } from 'react';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { reasonOf } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskCard } from '@/lib/task/schema';
import { changesBack, type Placement, type TaskChanges } from '../task-edit';
import { afterMove, cardOf, placementAt, shownIn, spotOf } from './board-columns';
import type { BoardStore } from './board-store';
import { changeWords } from './change-words';
import { positionWords } from './lift';

/** The one way to change a card, for mouse, keys, menu and undo. Announces it, and offers undo. */
export function useBoardChanges(store: BoardStore, say: (words: string) => void) {
  const remember = useUndo();
  const formats = useFormats();
  const latest = useRef({ move, edit });
  useEffect(() => {
    latest.current = { move, edit };
  });

  function tell(text: string, step: Step | null) {
    if (step) showToast({ kind: 'success', text, action: { label: 'Undo', onAction: step.undo } });
    else showToast({ kind: 'info', text: `The change was undone: ${text}` });
  }
  function regret(text: string, step: Step | null, error: unknown) {
    step?.forget();
    const words = `${text} ${reasonOf(error)}`;
    showToast({ kind: 'failure', text: words });
    say(words);
  }

  /** @returns false if the card is there already. */
  function move(id: string, placement: Placement, undoing = false): boolean {
    const before = store.columns;
    const after = afterMove(before, id, placement);
    const card = cardOf(before, id);
    const from = spotOf(before, id);
    const to = spotOf(after, id);
    if (!card || !from || !to) return false;
    const target = after.find(({ status }) => status === to.status);
    say(positionWords(card.title, target?.label ?? '', to.index + 1, target ? shownIn(target) : 0));
    if (from.status === to.status && from.index === to.index) return false;

    const back = placementAt(before, id, from);
    const step = undoing ? null : remember(() => latest.current.move(id, back, true));
    store.move(id, placement).then(
      () =>
        tell(
          from.status === to.status
            ? `“${card.title}” moved to position ${to.index + 1}.`
            : `“${card.title}” moved to ${target?.label}.`,
          step,
        ),
      (error) => regret(`“${card.title}” was put back.`, step, error),
    );
    return true;
  }

  function edit(id: string, changes: TaskChanges, people?: TaskCard['assignees'], undoing = false): void {
    const card = cardOf(store.columns, id);
    if (!card) return;
    const back = changesBack(card, changes);
    const step = undoing ? null : remember(() => latest.current.edit(id, back, card.assignees, true));
    const text = changeWords(card, changes, people, formats);
    say(text);
    store.edit(id, changes, people).then(
      () => tell(text, step),
      (error) => regret(`${card.key} was not changed.`, step, error),
    );
  }

  function remove(id: string): void {
    const card = cardOf(store.columns, id);
    if (!card) return;
    const step = remember(() =>
      store.restore(id).then(
        () => showToast({ kind: 'info', text: `${card.key} is restored.` }),
        (error) => regret(`${card.key} was not restored.`, null, error),
      ),
    );
    const text = `${card.key} was moved to the bin.`;
    say(text);
    store.remove(id).then(
      () => tell(text, step),
      (error) => regret(`${card.key} was not deleted.`, step, error),
    );
  }

  return { move, edit, remove };
}
