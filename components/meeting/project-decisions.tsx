'use client';

import { useQuery } from '@tanstack/react-query';
import { RenderedText } from '@/components/page/rendered-text';
import { LoadError } from '@/components/query/load-error';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { decisionsQuery } from './minutes-query';

/** What was decided in meetings of a project, the latest first, with the meeting that decided it. */
export function ProjectDecisions({ projectId }: { projectId: string }) {
  const formats = useFormats();
  const hrefTo = useOrganisationLinks();
  const read = useQuery(decisionsQuery(projectId));
  if (read.isError) return <LoadError title="Decisions could not be loaded" of={read} />;
  if (!read.data) return <SkeletonRows rows={3} rowHeight={48} label="Loading decisions" />;
  const { docs, totalDocs } = read.data;
  if (docs.length === 0)
    return <p className="text-base text-text-2">Nothing was decided yet. Mark a line of an agenda as a decision.</p>;
  return (
    <>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {docs.map(({ _id, title, notes_html, decided_at, meeting, owner, task }) => (
          <li key={_id} className="px-3 py-2">
            <p dir="auto" className="text-base wrap-anywhere">
              {title}
            </p>
            <p className="flex flex-wrap gap-x-2 text-sm text-text-2">
              <time dateTime={decided_at} suppressHydrationWarning>
                {formats.dayOf(decided_at, 'medium')}
              </time>
              <Link
                dir="auto"
                prefetch={false}
                href={hrefTo(
                  `meeting?${new URLSearchParams({ meeting: meeting._id, occurrence: meeting.occurrence })}`,
                )}
                className="rounded-xs hover:underline"
              >
                {meeting.title}
              </Link>
              {owner && <span dir="auto">{owner.name}</span>}
              {task && (
                <Link
                  prefetch={false}
                  href={hrefTo(`taskpage?task=${task.key}`)}
                  className="rounded-xs hover:underline"
                >
                  {task.key}
                </Link>
              )}
            </p>
            {notes_html && (
              <div className="mt-1 text-text-2">
                <RenderedText html={notes_html} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {totalDocs > docs.length && (
        <p className="mt-1 text-sm text-text-2">
          The latest {docs.length} of {totalDocs}.
        </p>
      )}
    </>
  );
}
