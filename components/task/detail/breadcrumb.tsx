'use client';

import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

export function Breadcrumb({ task }: { task: TaskDetail }) {
  const hrefTo = useOrganisationLinks();
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-1.5 text-sm text-text-3">
      <Link
        dir="auto"
        href={hrefTo(`task?project=${task.project.key}`)}
        prefetch={false}
        className="rounded-xs wrap-anywhere hover:underline"
      >
        {task.project.name}
      </Link>
      <span aria-hidden="true">/</span>
      <span aria-current="page" className="tabular-nums">
        {task.key}
      </span>
      {!task.deleted_at && (task.rights.edit || task.rights.assign_self) && (
        <Link
          href={hrefTo(`taskpage?task=${task.key}&view=edit`)}
          className="ml-auto rounded-xs font-medium text-accent-text hover:underline print:hidden"
        >
          Edit all fields
        </Link>
      )}
    </nav>
  );
}

/** The task above, the comment of which it was made, and the meetings that it comes from, if there are such. */
export function PartOf({ task: { parent, origin, meetings } }: { task: TaskDetail }) {
  return (
    <>
      {parent && <Above words="Part of" task={parent} />}
      {origin && <Above words="From a comment on" task={origin.task} comment={`&comment=${origin.comment_id}`} />}
      {meetings.map((one) => (
        <FromMeeting key={`${one._id} ${one.occurrence} ${one.line}`} {...one} />
      ))}
    </>
  );
}

const ABOVE = 'flex max-w-full items-center gap-1 self-start rounded-xs py-1 text-sm text-text-2 hover:underline';

/** Only those that the reader sees are known here. */
function FromMeeting({ _id: meeting, title, occurrence, line }: TaskDetail['meetings'][number]) {
  const hrefTo = useOrganisationLinks();
  const formats = useFormats();
  return (
    <Link href={hrefTo(`meeting?${new URLSearchParams({ meeting, occurrence })}`)} prefetch={false} className={ABOVE}>
      <span aria-hidden="true" className="icon shrink-0 [--icon:var(--icon-corner-down-right)]" />
      <span className="truncate" title={line}>
        From the meeting {isolated(title)},{' '}
        <time dateTime={occurrence} suppressHydrationWarning>
          {formats.dayOf(occurrence, 'short')}
        </time>
      </span>
    </Link>
  );
}

type AboveProps = { words: string; task: { key: string; title: string }; comment?: string };

function Above({ words, task, comment = '' }: AboveProps) {
  const hrefTo = useOrganisationLinks();
  return (
    <Link href={hrefTo(`taskpage?task=${task.key}${comment}`)} prefetch={false} className={ABOVE}>
      <span aria-hidden="true" className="icon shrink-0 [--icon:var(--icon-corner-down-right)]" />
      <span className="truncate">
        {words} <span className="tabular-nums">{task.key}</span> {isolated(task.title)}
      </span>
    </Link>
  );
}
