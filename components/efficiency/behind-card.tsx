import { SectionCard } from '@/components/page/section-card';
import { Link } from '@/components/ui/link';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import type { TaskBehind } from '@/lib/efficiency/queries';
import type { Formats } from '@/lib/formats';
import { estimateWords } from '@/lib/task/vocabulary';
import { durationWords } from './words';

/** Rows that are listed; the title tells how many there are. */
const MOST_ROWS = 200;

/** The tasks behind a number. */
export function BehindCard({
  title,
  rows,
  projectId,
  formats,
  hrefTo,
  close,
}: {
  title: string;
  rows: readonly TaskBehind[];
  projectId: string;
  formats: Formats;
  hrefTo: (path: string) => string;
  close: string;
}) {
  const words = (row: TaskBehind) =>
    [
      row.completed && `completed ${formats.day(row.completed, 'medium')}`,
      row.due && `due ${formats.day(row.due, 'medium')}`,
      row.hours !== null && durationWords(row.hours),
      row.estimate !== null && `${estimateWords(row.spent)} of ${estimateWords(row.estimate)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <SectionCard
      title={bidi`${title} (${formats.number(rows.length)})`}
      flush
      beside={
        <Link href={close} className="rounded-sm text-base text-accent-text hover:underline">
          Close
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 text-base text-text-2 sm:px-5">No task.</p>
      ) : (
        <ul>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <li
              key={row.key}
              className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5 hover:bg-hover sm:px-5"
            >
              <TaskStatus of={{ status: row.status, project_id: projectId }} word="hidden" />
              <TaskLink task={row} hrefTo={hrefTo} />
              <span className="text-sm text-text-2 tabular-nums max-sm:basis-full max-sm:ps-8">
                {row.key} · {words(row)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

export function TaskLink({ task, hrefTo }: { task: { key: string; title: string }; hrefTo: (path: string) => string }) {
  return (
    <Link
      dir="auto"
      href={hrefTo(`taskpage?task=${task.key}`)}
      className="min-w-0 flex-1 rounded-xs text-base font-medium break-words hover:underline max-sm:line-clamp-2 sm:truncate"
    >
      {task.title}
    </Link>
  );
}
