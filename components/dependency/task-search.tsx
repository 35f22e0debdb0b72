'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { referenceOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TaskStatus } from '@/components/workflow/task-status';
import type { TaskCard } from '@/lib/task/schema';
import { foundTasksQuery } from './task-search-query';

/** Finds a task of any project, or of one, by its key or title. `onNone`: that there be none can be chosen. `without`: ids of those that cannot be chosen. */
export function TaskSearch({
  name,
  without,
  projectId,
  onChoose,
  onNone,
  ...popover
}: EditorProps & {
  name: string;
  without: readonly string[];
  projectId?: string;
  onChoose: (task: TaskCard) => void;
  onNone?: () => void;
}) {
  return (
    <Popover {...popover} label={name}>
      {onNone && (
        <Button
          variant="quiet"
          size="compact"
          icon={<X />}
          onClick={() => {
            popover.onOpenChange(false);
            onNone();
          }}
        >
          No parent
        </Button>
      )}
      <Found
        without={without}
        projectId={projectId}
        onChoose={(task) => {
          popover.onOpenChange(false);
          onChoose(task);
        }}
      />
    </Popover>
  );
}

function Found({
  without,
  projectId,
  onChoose,
}: {
  without: readonly string[];
  projectId?: string;
  onChoose: (task: TaskCard) => void;
}) {
  const [text, setText] = useState('');
  const found = useQuery({
    ...foundTasksQuery(useDeferredValue(text.trim()), projectId),
    placeholderData: keepPreviousData,
  });
  const shown = found.data?.filter(({ _id }) => !without.includes(_id));
  return (
    <div className="flex w-64 flex-col gap-1">
      <input
        dir="auto"
        type="search"
        aria-label="Find a task"
        placeholder="Key or title"
        data-limit={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {found.isError ? (
        <ErrorState
          title="Tasks could not be loaded"
          reference={referenceOf(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : !shown ? (
        <SkeletonRows rows={4} rowHeight={36} label="Loading tasks" />
      ) : shown.length === 0 ? (
        <p className="p-1 text-base text-text-2">No task matches.</p>
      ) : (
        <ul aria-label="Tasks" className="-mx-1 max-h-64 overflow-y-auto">
          {shown.map((task) => (
            <li key={task._id}>
              <button
                type="button"
                onClick={() => onChoose(task)}
                className="flex min-h-9 w-full items-center gap-2 rounded-sm px-1 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
              >
                <TaskStatus of={task} word="hidden" size={12} />
                <span className="shrink-0 text-xs text-text-3 tabular-nums">{task.key}</span>
                <span dir="auto" className="min-w-0 truncate text-base">
                  {task.title}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
