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

type Sent<Stored> = { made: Stored; changed: boolean };

const loadLines = () => import('@/lib/markdown/task-boxes');
const changedSince = () => new ApiError(409, 'conflict', 'Somebody else changed that line in the meantime.');

/** Lets the boxes of a rendered text be ticked, one after another; what others write beside a line stays. */
export function useTickedLines<Stored extends { version: number }>(source: Source<Stored>): void {
  const { behind, html, stored, textOf, save, currentOf, what, onUndone, remember } = source;
  const last = useRef<Promise<Stored | null>>(Promise.resolve(null));

  async function send(base: Stored, line: TickedLine, again = true): Promise<Sent<Stored>> {
    const { withLine, lineBack } = await loadLines();
    const text = withLine(textOf(base), line);
    if (text === null) {
      // What it was to take back was refused.
      if (withLine(textOf(base), lineBack(line)) !== null) return { made: base, changed: false };
      throw changedSince();
    }
    try {
      return { made: await save(base, text), changed: true };
    } catch (error) {
      const current = currentOf(error);
      if (!current || !again) throw error;
      return send(current, line, false);
    }
  }
  function sendInTurn(known: Stored, line: TickedLine | Promise<TickedLine>): Promise<Sent<Stored>> {
    const sent = Promise.all([last.current, line]).then(([saved, now]) =>
      send(saved && saved.version > known.version ? saved : known, now),
    );
    last.current = sent.then(
      ({ made }) => made,
      () => null,
    );
    return sent;
  }
  async function lineOf(shown: string, box: number, done: boolean): Promise<TickedLine> {
    const { tickedLine, lineBack } = await loadLines();
    const before = tickedLine(shown, box, !done);
    // The text may be as it was before the same box was ticked last.
    const line = tickedLine(shown, box, done) ?? (before && lineBack(before));
    if (!line) throw changedSince();
    return line;
  }
  useTickBoxes(behind, html, (box, done) => {
    const line = lineOf(textOf(stored), box, done);
    const sent = sendInTurn(stored, line);
    const back = async ({ made, changed }: Sent<Stored>) => {
      if (!changed) return;
      const { lineBack } = await loadLines();
      await sendInTurn(made, lineBack(await line)).then(onUndone, (error) =>
        showToast({ kind: 'failure', text: `${what} was not changed. ${reasonOf(error)}` }),
      );
    };
    const step = rememberSent(sent, back, remember);
    sent.then(
      ({ changed }) => changed || step.forget(),
      () => undefined,
    );
    return sent;
  });
}
