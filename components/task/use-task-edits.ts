'use client';

import { useEffect, useRef } from 'react';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { shownRow } from '@/components/live/collection';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { undoOf } from './change/undo-of';
import { refusalOf } from './refusal';
import { type Looks, type TaskChanges, type Upon, withChange } from './task-edit';
import type { useTasks } from './use-tasks';

type Telling = {
  /** Says at once where it goes. Answers whether it goes anywhere. */
  begun?: (before: TaskCard, changes: TaskChanges) => boolean;
  /** `step` takes it back; null where this took one back. */
  done: (before: TaskCard, changes: TaskChanges, looks: Looks, step: Step | null) => unknown;
  /** Hears what the message says. */
  refused?: (words: string) => void;
};

/** Changes fields of the tasks that a view shows; each change can be taken back. */
export function useTaskEdits(
  { now, change }: Pick<ReturnType<typeof useTasks>, 'now' | 'change'>,
  { begun, done, refused }: Telling,
) {
  const formats = useFormats();
  const remember = useUndo();
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });

  /** Answers why not, where it is refused. */
  async function edit(
    id: string,
    changes: TaskChanges,
    looks: Looks = {},
    upon?: Upon,
    known?: TaskCard,
  ): Promise<string | undefined> {
    // An undo may come when the page was left, and its rows with it.
    const before = shownRow(now(), id, withChange) ?? known;
    if (!before) return;
    const back = undoOf(before, changes);
    const { assignees, labels, custom_people: named = [] } = before;
    // Where people are assigned, all who are given are said to be.
    const people = changes.custom ? [...assignees, ...named] : assignees;
    const step = upon
      ? null
      : remember(() => void latest.current(id, back.changes, { people, labels }, back.upon, before));
    const moves = begun?.(before, changes);
    try {
      await change({ id, kind: 'edit', changes, ...looks, ...upon });
    } catch (error) {
      step?.forget();
      const what = upon
        ? `The change of ${before.key} was not undone.`
        : `${before.key} was ${moves ? 'put back' : 'not changed'}.`;
      const why = await refusalOf(error, upon ? null : changes, formats, looks);
      const words = bidi`${what} ${why}`;
      showToast({ kind: 'failure', text: words });
      refused?.(words);
      return why;
    }
    await done(before, changes, looks, step);
  }

  return { edit, remember };
}
