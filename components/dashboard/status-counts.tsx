import Link from 'next/link';
import { barCounts } from '@/components/project/health';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { PlainNumber } from '@/components/ui/formats';
import { ProgressBar } from '@/components/ui/progress-bar';
import { StatusMark } from '@/components/ui/status-mark';
import type { Dashboard } from '@/lib/dashboard/schema';
import { STATUSES } from '@/lib/task/vocabulary';

/** How many tasks stand where, of all that the reader sees; each number leads to its tasks. */
export function StatusCounts({ counts }: { counts: Dashboard['counts'] }) {
  const hrefTo = useOrganisationLinks();
  const by = barCounts(counts);
  return (
    <section aria-label="Tasks by status" className="rounded-lg border border-border bg-surface p-3 sm:p-4">
      <ul className="grid grid-cols-2 gap-1 sm:grid-cols-3 xl:grid-cols-6">
        {STATUSES.map(({ code, label }) => (
          <li key={code}>
            <Link
              href={hrefTo(`task?status=${code}`)}
              prefetch={false}
              className="flex flex-col rounded-md px-3 py-2 hover:bg-hover"
            >
              <span className="text-2xl font-title tabular-nums">
                <PlainNumber value={by[code]} />
              </span>
              <span className="flex items-center gap-1.5 text-sm text-text-2">
                <StatusMark status={code} word="none" />
                {label}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            href={hrefTo('task?due=overdue')}
            prefetch={false}
            className="flex flex-col rounded-md px-3 py-2 hover:bg-hover"
          >
            <span
              className={
                counts.overdue > 0
                  ? 'text-2xl font-title text-danger-text tabular-nums'
                  : 'text-2xl font-title tabular-nums'
              }
            >
              <PlainNumber value={counts.overdue} />
            </span>
            <span className="text-sm text-text-2">Overdue</span>
          </Link>
        </li>
      </ul>
      <div className="px-3 pt-2 pb-1">
        <ProgressBar counts={by} />
      </div>
    </section>
  );
}
