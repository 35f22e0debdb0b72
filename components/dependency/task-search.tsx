'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { TaskCombobox } from './task-combobox';
import type { FoundTask } from './task-search-query';

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
  onChoose: (task: FoundTask) => void;
  onNone?: () => void;
}) {
  return (
    <Popover {...popover} label={name}>
      <div className="w-64">
        <TaskCombobox
          without={without}
          projectId={projectId}
          onChoose={(task) => {
            popover.onOpenChange(false);
            onChoose(task);
          }}
        />
      </div>
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
    </Popover>
  );
}
