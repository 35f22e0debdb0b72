import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import type { TaskPreview } from '@/lib/message/schema';

/** What the tasks are now that a message names. */
export function TaskPreviews({ tasks }: { tasks: readonly TaskPreview[] }) {
  const hrefTo = useOrganisationLinks();
  if (tasks.length === 0) return null;
  return (
    <ul aria-label="Tasks named here" className="mt-1 flex max-w-xl flex-col gap-1">
      {tasks.map((task) => (
        <li key={task._id}>
          <Link
            href={hrefTo(`taskpage?task=${task.key}`)}
            prefetch={false}
            className="flex min-h-8 items-center gap-2 rounded-md border border-border bg-surface px-2 py-1 text-sm hover:bg-hover pointer-coarse:min-h-11"
          >
            <TaskStatus of={task} word="hidden" />
            <span className="shrink-0 text-text-3 tabular-nums">{task.key}</span>
            <span dir="auto" className="min-w-0 truncate font-medium">
              {task.title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
