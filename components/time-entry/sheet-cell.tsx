'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { parseEstimate } from '@/components/field/estimate';
import { reasonOf } from '@/components/query/api-client';
import { cn } from '@/lib/class-names';
import { hoursAndMinutes } from './sheet-words';

const MOST = 24 * 60;
const ARROWS: Record<string, [across: number, down: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Goes to the next cell that can be written in that direction; false: there is none. */
function goTo(from: HTMLInputElement, across: number, down: number): boolean {
  const cells = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])];
  const place = (one: HTMLElement) => (one.dataset.cell ?? '').split(',').map(Number) as [number, number];
  const [row, day] = place(from);
  const next = cells
    .filter((one) => {
      const [otherRow, otherDay] = place(one);
      return (
        one.offsetParent !== null &&
        (across ? otherRow === row && (otherDay - day) * across > 0 : otherDay === day && (otherRow - row) * down > 0)
      );
    })
    .sort((a, b) => {
      const [one, other] = [place(a), place(b)];
      const at = across ? 1 : 0;
      return (one[at] - other[at]) * (across || down);
    })[0];
  next?.focus();
  next?.select();
  return next !== undefined;
}

/** Time of one task on one day, written as `1:30`, `90m` or `1.5`; Enter saves it and goes down, Escape takes it back. */
export function SheetCell({
  name,
  minutes,
  place,
  dimmed,
  onSave,
}: {
  name: string;
  minutes: number;
  place: string;
  dimmed: boolean;
  /** Rejects with the reason why it was refused. */
  onSave: (minutes: number) => Promise<void>;
}) {
  const shown = minutes ? hoursAndMinutes(minutes) : '';
  const [text, setText] = useState(shown);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const was = useRef(shown);
  /** Of the server, which the sheet may not have read again yet. */
  const saved = useRef(minutes);
  // What others changed shows unless something else is being written here.
  useEffect(() => {
    setText((now) => (now === was.current ? shown : now));
    was.current = shown;
    saved.current = minutes;
  }, [shown, minutes]);

  async function save(): Promise<boolean> {
    if (pending) return false;
    const written = parseEstimate(text);
    if (written === undefined || (written ?? 0) > MOST) {
      setProblem('Write up to 24 hours, such as 1:30.');
      return false;
    }
    setProblem(undefined);
    if ((written ?? 0) === saved.current) {
      setText(was.current);
      return true;
    }
    setPending(true);
    try {
      await onSave(written ?? 0);
      saved.current = written ?? 0;
      was.current = written ? hoursAndMinutes(written) : '';
      setText(was.current);
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      return false;
    } finally {
      setPending(false);
    }
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const { currentTarget: cell, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === 'Enter') {
      event.preventDefault();
      const down = event.shiftKey ? -1 : 1;
      void save().then((saved) => saved && goTo(cell, 0, down));
    } else if (key === 'Escape' && (text !== shown || problem)) {
      event.stopPropagation();
      setText(shown);
      setProblem(undefined);
    } else if (ARROWS[key] && !event.shiftKey) {
      const [across, down] = ARROWS[key];
      // Inside a text the arrows move the cursor.
      const atEdge = across < 0 ? cell.selectionEnd === 0 : cell.selectionStart === cell.value.length;
      const whole = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
      if (across && !atEdge && !whole) return;
      if (goTo(cell, across, down)) event.preventDefault();
    }
  }

  const id = `cell-${place.replace(',', '-')}`;
  return (
    <span className="relative block">
      <input
        ref={field}
        dir="ltr"
        data-cell={place}
        aria-label={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        aria-busy={pending || undefined}
        inputMode="text"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => void save()}
        onKeyDown={onKey}
        className={cn(
          'h-9 w-full min-w-14 rounded-sm border border-border bg-transparent px-1.5 text-right text-base tabular-nums',
          'hover:border-border-strong focus:border-border-strong focus:bg-surface aria-invalid:border-danger pointer-coarse:h-11 pointer-coarse:text-lg',
          'max-sm:border-border-strong max-sm:bg-surface',
          dimmed && 'text-text-2',
        )}
      />
      {problem && (
        <span
          id={`${id}-problem`}
          role="alert"
          className="absolute top-full right-0 z-sticky w-52 rounded-sm border border-border bg-surface p-2 text-left text-sm text-danger-text shadow-e2"
        >
          {problem}
        </span>
      )}
    </span>
  );
}
