import type { ComponentType } from 'react';
import { Button } from '@/components/ui/button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { bidi } from '@/lib/bidi';
import { QuickAdd, type QuickTask } from '../quick/quick-add';
import { TABLE } from './table-roles';

/** Writes a task whose project is chosen beside it. */
export type AnywherePart = ComponentType<{
  label: string;
  add: (task: QuickTask, projectId: string) => Promise<void>;
  onClose: () => void;
}>;

/** The last row of a group: a button, and the line once that is pressed. Plain parts until then. */
export function GroupAdd({
  label,
  columns,
  projectId,
  open,
  Anywhere,
  add,
  onOpen,
  onClose,
}: {
  label: string;
  columns: number;
  /** Of all tasks in the group. */
  projectId: string | undefined;
  open: boolean;
  /** Fetched when it is wanted; null before. */
  Anywhere: AnywherePart | null;
  add: (task: QuickTask, projectId: string) => Promise<void>;
  onOpen: () => void;
  onClose: () => void;
}) {
  const parts = { label: bidi`New task in ${label}`, onClose };
  return (
    <tr {...TABLE.row}>
      <td {...TABLE.cell} colSpan={columns} className="px-2 py-1">
        {open && projectId !== undefined ? (
          <QuickAdd {...parts} projectId={projectId} add={(task) => add(task, projectId)} />
        ) : open && Anywhere ? (
          <Anywhere {...parts} add={add} />
        ) : (
          <Button
            variant="quiet"
            size="compact"
            icon={<span aria-hidden="true" className="icon icon-plus" />}
            onClick={onOpen}
          >
            Add task<VisuallyHidden> to {label}</VisuallyHidden>
          </Button>
        )}
      </td>
    </tr>
  );
}
