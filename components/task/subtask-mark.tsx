import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TaskCard } from '@/lib/task/schema';

/** How many of its subtasks are completed. */
export function SubtaskMark({ of: progress }: { of: TaskCard['subtask_progress'] }) {
  if (!progress) return null;
  return (
    <span className="mark-subtasks">
      {progress.done}/{progress.total}
      <VisuallyHidden> subtasks completed</VisuallyHidden>
    </span>
  );
}
