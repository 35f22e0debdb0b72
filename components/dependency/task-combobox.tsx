'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { LoadError } from '@/components/query/load-error';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import { type FoundTask, foundTasksQuery } from './task-search-query';

const NONE: readonly string[] = [];

/** Finds a task by its key or title. The field keeps the focus: the arrows point at a task below it, Enter chooses it, or the first one that fits what was typed. */
export function TaskCombobox({
  without = NONE,
  projectId,
  onChoose,
}: {
  without?: readonly string[];
  projectId?: string;
  onChoose: (task: FoundTask) => void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = useDeferredValue(wanted);
  const found = useQuery({ ...foundTasksQuery(asked, projectId), placeholderData: keepPreviousData });
  const shown = found.data?.filter(({ _id }) => !without.includes(_id)) ?? [];
  const current = asked === wanted && !found.isPlaceholderData && found.data !== undefined;
  /** Enter came before the answer to what was typed. */
  const waits = useRef(false);
  const choose = (index: number) => {
    const task = shown[index];
    if (!task) return;
    // What the arrows pointed at is meant as it stands.
    if (current || index > 0) onChoose(task);
    else waits.current = true;
  };
  const { list, active, optionId, onKey, point, reset, field } = useCombobox(shown.length, choose, {
    loose: wanted === '',
  });
  useEffect(() => {
    if (!current || !waits.current) return;
    waits.current = false;
    if (shown[0]) onChoose(shown[0]);
  });

  return (
    <div className="flex flex-col gap-1">
      <input
        dir="auto"
        type="text"
        role="combobox"
        aria-expanded={shown.length > 0}
        {...field}
        aria-label="Find a task"
        placeholder="Key or title"
        autoComplete="off"
        data-limit={200}
        value={text}
        onChange={({ target }) => {
          waits.current = false;
          setText(target.value);
          point(target.value.trim() ? 0 : -1);
        }}
        onKeyDown={(event) => {
          if (onKey(event) || event.key !== 'Enter' || !wanted) return;
          event.preventDefault();
          waits.current = !current;
        }}
        onBlur={reset}
        className="h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {found.isError ? (
        <LoadError title="Tasks could not be loaded" of={found} />
      ) : !found.data ? (
        <SkeletonRows rows={4} rowHeight={36} label="Loading tasks" />
      ) : (
        shown.length === 0 && (
          <p role="status" className="p-1 text-base text-text-2">
            No task matches.
          </p>
        )
      )}
      <div
        id={list}
        role="listbox"
        aria-label="Tasks"
        hidden={shown.length === 0}
        className="-mx-1 max-h-64 overflow-y-auto"
      >
        {shown.map((task, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above keeps focus and keys.
          <div
            key={task._id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // The field would lose its focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(task)}
            onPointerMove={() => point(index)}
            className={cn(
              'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-1 pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            {task.status !== undefined && <TaskStatus of={{ status: task.status }} word="hidden" size={12} />}
            <span className="shrink-0 text-xs text-text-3 tabular-nums">{task.key}</span>
            <span dir="auto" className="min-w-0 truncate text-base">
              {task.title}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
