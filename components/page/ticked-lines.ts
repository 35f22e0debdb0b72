'use client';

import { type RefObject, useRef } from 'react';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { ApiError, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TickedLine } from '@/lib/markdown/task-boxes';
import { useTickBoxes } from './tick-boxes';

type Source<Stored extends { version: number }> = {
  /** Right behind the rendered text. */
  behind: RefObject<Element | null>;
  html: string;
  stored: Stored;
  textOf: (stored: Stored) => string;
  /** Stores the text upon that version. */
  save: (stored: Stored, text: string) => Promise<Stored>;
  /** What is stored by now, if that is why it was not saved. */
  currentOf: (error: unknown) => Stored | undefined;
  /** What was changed, such as "The comment". */
  what: string;
  onUndone: () => void;
  remember: Remember;
};

const loadLines = () => import('@/lib/markdown/task-boxes');
const changedSince = () => new ApiError(409, 'conflict', 'Somebody else changed that line in the meantime.');

/** Lets the boxes of a rendered text be ticked, one after another; what others write beside a line stays. */
export function useTickedLines<Stored extends { version: number }>(source: Source<Stored>): void {
  const { behind, html, stored, textOf, save, currentOf, what, onUndone, remember } = source;
  const last = useRef<Promise<Stored | null>>(Promise.resolve(null));

  async function send(base: Stored, line: TickedLine, again = true): Promise<Stored> {
    const { withLine } = await loadLines();
    const text = withLine(textOf(base), line);
    if (text === null) throw changedSince();
    try {
      return await save(base, text);
    } catch (error) {
      const current = currentOf(error);
      if (!current || !again) throw error;
      return send(current, line, false);
    }
  }
  useTickBoxes(behind, html, (box, done) => {
    const shown = textOf(stored);
    const sent = last.current.then(async (saved) => {
      const { tickedLine, lineBack } = await loadLines();
      const before = tickedLine(shown, box, !done);
      // The text may be as it was before the same box was ticked last.
      const line = tickedLine(shown, box, done) ?? (before && lineBack(before));
      if (!line) throw changedSince();
      return { made: await send(saved && saved.version > stored.version ? saved : stored, line), back: lineBack(line) };
    });
    last.current = sent.then(
      ({ made }) => made,
      () => null,
    );
    rememberSent(
      sent,
      ({ made, back }) =>
        send(made, back).then(onUndone, (error) =>
          showToast({ kind: 'failure', text: `${what} was not changed. ${reasonOf(error)}` }),
        ),
      remember,
    );
    return sent;
  });
}
