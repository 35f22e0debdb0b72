'use client';

import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { NotificationRecord } from '@/lib/notification/schema';

export function NotificationRow({ row, onOpen }: { row: NotificationRecord; onOpen: () => void }) {
  const hrefTo = useOrganisationLinks();
  const project = projectOf(row.data);
  const gone = row.kind === 'project.deleted' && typeof row.data.name === 'string' ? row.data.name : undefined;
  const about = row.task?.title ?? project?.name ?? gone;
  const look = 'flex w-full gap-3 px-4 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2';
  const body = (
    <>
      <span className="mt-0.5">
        <Avatar
          person={{ id: row.actor?._id ?? '', name: row.actor?.name ?? 'The team', picture: row.actor?.pic }}
          size={24}
          beside
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-text-2">{`${row.actor?.name ?? 'The team'} ${row.says}`}</span>
        {about && (
          <span className={cn('line-clamp-2 text-base text-text', !row.read_at && 'font-semibold')}>{about}</span>
        )}
        <span className="mt-0.5 flex gap-2 text-xs text-text-2">
          {row.task && <span className="tabular-nums">{row.task.key}</span>}
          <Ago at={row.created_at} />
          {row.more > 0 && <span>+{row.more} more</span>}
        </span>
      </span>
      {!row.read_at && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <VisuallyHidden>Unread</VisuallyHidden>
        </span>
      )}
    </>
  );
  const page = row.task
    ? `taskpage?task=${row.task.key}`
    : project
      ? `projectdetails?project=${project.key}`
      : row.page;
  // Deleted or no longer shared: there is no page to open, so it can only be marked read.
  if (!page) {
    return (
      <button type="button" onClick={onOpen} className={look}>
        {body}
      </button>
    );
  }
  return (
    <Link href={hrefTo(page)} prefetch={false} onClick={onOpen} className={look}>
      {body}
    </Link>
  );
}

/** Null if the notification is about a task. */
function projectOf(data: NotificationRecord['data']): { key: string; name: string } | null {
  const project = data.project as { key?: unknown; name?: unknown } | null | undefined;
  return typeof project?.key === 'string' && typeof project.name === 'string'
    ? { key: project.key, name: project.name }
    : null;
}
