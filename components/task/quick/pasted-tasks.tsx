'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

/** So many tasks are made of what is pasted at once. */
const MOST = 200;

/** Several lines, or rows of a table, were pasted where one task is written. */
export function PastedTasks({
  lines,
  onAdd,
  onJoin,
  onClose,
}: {
  lines: readonly string[];
  /** Each becomes a task. */
  onAdd: (titles: readonly string[]) => void;
  onJoin: (title: string) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const titles = lines.slice(0, MOST);
  return (
    <fieldset
      className="flex flex-col gap-2 rounded-md border border-border p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <legend className="sr-only">Pasted lines</legend>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by Tab
        tabIndex={0}
        aria-label="Lines"
        className="relative max-h-32 list-disc overflow-y-auto pl-5 text-sm text-text-2"
      >
        {titles.map((title, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and stay where they are
          <li key={at} className="truncate" dir="auto">
            {title}
          </li>
        ))}
      </ul>
      {lines.length > MOST && (
        <p className="text-sm text-text-3">
          The first {MOST} of {lines.length} lines. Import a CSV file for more.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={first} size="compact" variant="primary" onClick={() => onAdd(titles)}>
          {titles.length === 1 ? 'Add 1 task' : `Add ${titles.length} tasks`}
        </Button>
        <Button size="compact" onClick={() => onJoin(lines.join(' '))}>
          Put into one line
        </Button>
        <Button size="compact" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
