import { CalendarX } from 'lucide-react';
import type { ReactNode } from 'react';
import { barCounts } from '@/components/project/health';
import { PlainNumber } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskProgress } from '@/components/workflow/task-progress';
import { TaskStatus } from '@/components/workflow/task-status';
import { useWorkflow } from '@/components/workflow/use-workflow';
import { cn } from '@/lib/class-names';
import type { Dashboard } from '@/lib/dashboard/schema';

/** On a phone one line, with marks instead of words. */
export function StatusCounts({ counts }: { counts: Dashboard['counts'] }) {
  const hrefTo = useOrganisationLinks();
  const by = barCounts(counts);
  const workflow = useWorkflow();
  return (
    <section
      aria-label="Tasks by status"
      className="rounded-lg border border-border bg-surface px-2 pt-1 pb-3 sm:p-4 sm:pt-3"
    >
      <ul className="grid grid-cols-6 sm:grid-cols-3 sm:gap-1 lg:grid-cols-6">
        {workflow.columns.map(({ status: code, name }) => (
          <Figure
            key={code}
            href={hrefTo(`task?status=${code}`)}
            count={by[code]}
            mark={<TaskStatus of={{ status: code }} word="none" />}
            label={name}
          />
        ))}
        <Figure
          href={hrefTo('task?due=overdue')}
          count={counts.overdue}
          mark={<CalendarX className={cn('size-3.5', counts.overdue > 0 && 'text-danger-text')} />}
          label="Overdue"
          late={counts.overdue > 0}
        />
      </ul>
      <div className="px-2 pt-1 sm:px-3 sm:pt-2">
        <TaskProgress counts={by} />
      </div>
    </section>
  );
}

function Figure({
  href,
  count,
  mark,
  label,
  late = false,
}: {
  href: string;
  count: number;
  mark: ReactNode;
  label: string;
  late?: boolean;
}) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        prefetch={false}
        title={label}
        className="flex min-h-11 flex-col items-center justify-center rounded-md py-1 hover:bg-hover sm:items-start sm:px-3 sm:py-2"
      >
        <span
          className={cn('text-lg font-semibold tabular-nums sm:text-2xl sm:font-title', late && 'text-danger-text')}
        >
          <PlainNumber value={count} />
        </span>
        <span className="flex items-center gap-1.5 text-sm text-text-2">
          {mark}
          <span dir="auto" className="max-sm:sr-only">
            {label}
          </span>
        </span>
      </Link>
    </li>
  );
}
