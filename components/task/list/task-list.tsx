'use client';

import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import type { FilterUrl, TaskFilters } from '@/lib/task/vocabulary.filter';
import { QuickAdd } from '../board/quick-add';
import { NothingMatches } from '../nothing-matches';
import type { TaskChanges } from '../task-edit';
import { mayCreateIn, readsOnly, rightsOn, type Viewer } from '../task-rights';
import { useRowKeys } from '../use-row-keys';
import { useToday } from '../use-today';
import { COLUMNS, PEOPLE } from './columns';
import { GroupHead } from './group-head';
import { type Group, groupsOf, moreWouldShow } from './list-groups';
import { TaskRow } from './task-row';
import { useFolded } from './use-folded';
import { useTaskList } from './use-task-list';

export type TaskListProps = {
  viewer: Viewer;
  /** The first rows, read at `loadedAt` (ms) in the order of `filters.sort`, or by status. */
  page: { docs: readonly TaskCard[]; total: number; next_cursor?: string | null };
  /** Null where filters other than "Mine" narrow the rows. */
  counts: TaskCounts | null;
  loadedAt: number;
  filters: TaskFilters;
  address: FilterUrl;
  /** All projects that may occur; names are drawn unless there is one `projectId`. */
  projects: readonly { _id: string; name: string }[];
  projectId?: string;
  today: string;
  action?: ReactNode;
};

export function TaskList(props: TaskListProps) {
  const hrefTo = useOrganisationLinks();
  const { viewer, filters, projects, projectId, action } = props;
  const today = useToday(props.today);
  const list = useTaskList({
    ...props,
    today: props.today,
    heard: projectId ? [projectId] : projects.map(({ _id }) => _id),
  });
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const { folded, toggle } = useFolded(viewer.memberId);

  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const onEdit = useCallback(
    (id: string, changes: TaskChanges, people?: TaskCard['assignees']) => void latest.current.edit(id, changes, people),
    [],
  );
  const onRead = useCallback((card: TaskCard) => latest.current.take(card), []);

  if (list.docs.length === 0)
    return Object.keys(filters).some((name) => name !== 'sort') ? (
      <NothingMatches filters={filters} address={props.address} />
    ) : (
      <EmptyState title="No tasks yet" action={readsOnly(viewer) ? undefined : action}>
        {readsOnly(viewer)
          ? 'Tasks that the team shares with you appear here.'
          : 'A task is something to do, with an assignee and a due date.'}
      </EmptyState>
    );

  const grouped = !filters.sort;
  const groups: Group[] = grouped
    ? groupsOf(list, list.hasMore)
    : [{ status: 0, label: 'All tasks', docs: list.docs, total: list.total }];
  const fold = COLUMNS[grouped ? 'grouped' : 'flat'];
  const changes = !readsOnly(viewer);
  const columns = 5 + (projectId ? 0 : 1) + (changes ? 1 : 0) + (changes || !grouped ? 1 : 0);
  const mayAdd = projectId !== undefined && mayCreateIn(viewer, projectId) && grouped;
  return (
    <div className="@container/tasks">
      <table ref={table} className="w-full border-separate border-spacing-0 text-base">
        <caption className="sr-only">Tasks{grouped ? ' by status' : ''}</caption>
        <thead className={fold.head}>
          <tr className="text-left text-xs text-text-3">
            {changes && (
              <th scope="col" className="p-0">
                <VisuallyHidden>Done</VisuallyHidden>
              </th>
            )}
            <Head fold={fold.oneLine}>Key</Head>
            <Head>Title</Head>
            {!projectId && <Head fold={fold.project}>Project</Head>}
            {grouped ? (
              changes && (
                <th scope="col" className={cn('p-0', fold.oneLine)}>
                  <VisuallyHidden>Status</VisuallyHidden>
                </th>
              )
            ) : (
              <Head fold={fold.oneLine}>Status</Head>
            )}
            <Head fold={PEOPLE.column}>Assignees</Head>
            <Head fold={fold.oneLine}>Due</Head>
            <Head fold={cn(fold.oneLine, fold.priority)}>Priority</Head>
          </tr>
        </thead>
        {groups.map((group, index) => {
          const closed = grouped && folded.has(group.status);
          return (
            <tbody key={group.status}>
              {grouped && (
                <GroupHead
                  group={group}
                  columns={columns}
                  open={!closed}
                  onToggle={() => {
                    toggle(group.status);
                    if (closed && group.docs.length === 0) list.more();
                  }}
                />
              )}
              {!closed &&
                group.docs.map((card) => (
                  <TaskRow
                    key={card._id}
                    card={card}
                    href={hrefTo(`taskpage?task=${card.key}`)}
                    project={projectId ? undefined : (projects.find(({ _id }) => _id === card.project_id) ?? null)}
                    rights={rightsOn(viewer, card)}
                    changes={changes}
                    grouped={grouped}
                    viewerId={viewer.memberId}
                    marksAudience={viewer.role !== 'client'}
                    waiting={list.waiting.has(card._id)}
                    today={today}
                    onEdit={onEdit}
                    onRead={onRead}
                  />
                ))}
              {!closed && mayAdd && (!list.hasMore || index < groups.length - 1) && (
                <tr>
                  <td colSpan={columns} className="px-2 py-1">
                    <AddRow label={group.label} add={(title) => list.add(group.status, title)} />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
      {list.hasMore && (!grouped || moreWouldShow(list, folded)) && (
        <div className="flex justify-center pt-4">
          <Button onClick={list.more} pending={list.paging} pendingText="Loading">
            {list.total > list.docs.length ? `Show more of ${list.total}` : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  );
}

function Head({ fold, children }: { fold?: string; children: string }) {
  return (
    <th scope="col" className={cn('px-2 py-1.5 font-medium', fold)}>
      {children}
    </th>
  );
}

function AddRow({ label, add }: { label: string; add: (title: string) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  if (open) return <QuickAdd label={`New task in ${label}`} add={add} onClose={() => setOpen(false)} />;
  return (
    <Button variant="quiet" size="compact" icon={<Plus />} onClick={() => setOpen(true)}>
      Add task<VisuallyHidden> to {label}</VisuallyHidden>
    </Button>
  );
}
