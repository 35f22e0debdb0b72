'use client';

import { useEffect, useRef } from 'react';
import { tellChange } from '@/components/keys/show-undoable';
import { rememberSent, type Step, useUndo } from '@/components/keys/use-undo';
import { reasonOf } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import { refusedMove } from '@/lib/workflow/vocabulary';
import { undoOf } from '../change/undo-of';
import { refusalOf } from '../refusal';
import { rebased, type Upon } from '../task-edit';
import {
  afterMove,
  cardOf,
  cardOfTask,
  leavesOut,
  shownIn,
  spotOf,
  type Target,
  targetAt,
  taskOf,
} from './board-columns';
import type { BoardStore, FieldChange } from './board-store';
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

  function regret(text: string, step: Step | null, error: unknown, why = reasonOf(error)) {
    step?.forget();
    const words = bidi`${text} ${why}`;
    showToast({ kind: 'failure', text: words });
    say(words);
  }

  /** @returns false if the card is there already. */
  function move(id: string, to: Target, upon?: Upon): boolean {
    const before = store.columns;
    if (store.fields) return cross(id, to);
    const after = afterMove(before, id, to);
    const card = cardOf(before, id);
    const from = spotOf(before, id);
    const spot = spotOf(after, id);
    if (!card || !from || !spot) return false;
    const target = after.find((column) => column.id === spot.column);
    const refused = store.workflow && refusedMove(store.workflow, card.status, target?.status ?? card.status);
    if (refused) {
      showToast({ kind: 'failure', text: refused });
      say(refused);
      return false;
    }
    say(positionWords(card.title, target?.label ?? '', spot.index + 1, target ? shownIn(target) : 0));
    const [whence, filtered] = [before.find((column) => column.id === from.column), store.filtered];
    // Where cards are left out, the first one shown may not be at the top yet.
    const farther = leavesOut(target, filtered) && (to.top || (!to.after && !to.before && !to.rank));
    if (from.column === spot.column && from.index === spot.index && !farther) return false;

    const back = leavesOut(whence, filtered) ? { column: from.column, rank: card.rank } : targetAt(before, id, from);
    // Its place among the others is known once the server has answered.
    const { basis } = undoOf(card, { status: target?.status ?? card.status }).upon;
    const step = upon ? null : remember(() => latest.current.move(id, back, { basis, exact: true, undo: true }));
    store.move(id, to, upon).then(
      (moved) => {
        Object.assign(basis, moved && { rank: moved.rank, version: moved.version });
        tellChange(
          from.column === spot.column
            ? bidi`“${card.title}” moved to position ${spot.index + 1}.`
            : bidi`“${card.title}” moved to ${target?.label}.`,
          step,
        );
      },
      async (error) =>
        regret(
          upon ? bidi`The move of “${card.title}” was not undone.` : bidi`“${card.title}” was put back.`,
          step,
          error,
          await refusalOf(error, null, formats),
        ),
    );
    return true;
  }

  /** To another column where columns are fields: those are changed, and put back by an undo. */
  function cross(id: string, to: Target): boolean {
    const [card, from] = [cardOf(store.columns, id), spotOf(store.columns, id)];
    const column = store.columns.find((one) => one.id === to.column);
    if (!card || !from || !column) return false;
    if (from.column === to.column) {
      say(bidi`${card.title}: ${column.label}`);
      return false;
    }
    const refused =
      store.workflow && column.status !== undefined && refusedMove(store.workflow, card.status, column.status);
    const change = refused || (store.fields?.(card, from.column, to.column) ?? null);
    if (change === null)
      store.whole?.(id).then(
        () => latest.current.move(id, to),
        (error) => regret(bidi`“${card.title}” was put back.`, null, error),
      );
    else if (typeof change === 'string') {
      say(change);
      showToast({ kind: 'failure', text: bidi`“${card.title}” was put back. ${change}` });
    } else edit(id, change, bidi`“${card.title}” moved to ${column.label}.`);
    return change !== null && typeof change !== 'string';
  }

  function edit(id: string, change: FieldChange, words?: string, upon?: Upon): void {
    const found = cardOfTask(store.columns, id);
    if (!found) return;
    const card = { ...found, _id: taskOf(found._id) };
    const changes = rebased(upon?.basis, change.changes, card);
    const undo = undoOf(card, changes);
    const back = {
      changes: undo.changes,
      people: card.assignees,
      labels: card.labels,
      ...(changes.parent_id !== undefined && { parent: card.parent }),
      ...(changes.milestone_id !== undefined && { milestone: card.milestone ?? null }),
    };
    const step = upon ? null : remember(() => latest.current.edit(id, back, undefined, undo.upon));
    const text = words ?? changeWords(card, changes, change, formats);
    say(text);
    store.edit(id, change, upon).then(
      () => tellChange(text, step),
      async (error) =>
        regret(
          upon ? `The change of ${card.key} was not undone.` : `${card.key} was not changed.`,
          step,
          error,
          await refusalOf(error, upon ? null : changes, formats, change),
        ),
    );
  }

  function remove(id: string): void {
    const card = cardOfTask(store.columns, id);
    if (!card) return;
    // It is there to be restored once the server has it.
    const removal = store.remove(id);
    const back = () =>
      store.restore(id).then(
        () => showToast({ kind: 'info', text: `${card.key} is restored.` }),
        (error) => regret(`${card.key} was not restored.`, null, error),
      );
    const step = rememberSent(removal, back, remember);
    const text = `${card.key} was moved to the bin.`;
    say(text);
    removal.then(
      () => tellChange(text, step),
      (error) => regret(`${card.key} was not deleted.`, step, error),
    );
  }

  return { move, edit, remove };
}
