'use client';

import { type ReactNode, useRef, useState } from 'react';
import { type Packed, unpacked } from '@/components/rows/packed';
import { useRowLinks } from '@/components/rows/row-links';
import { Still } from '@/components/rows/still';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import type { FilterUrl, TaskFilters } from '@/lib/task/vocabulary.filter';
import { QuickAdd } from '../board/quick-add';
import { NothingMatches } from '../nothing-matches';
import { mayCreateIn, readsOnly, type Viewer } from '../task-rights';
import { useRowKeys } from '../use-row-keys';
import { useToday } from '../use-today';
import { GroupHead } from './group-head';
import { type Group, groupsOf, moreWouldShow } from './list-groups';
import { TaskHead } from './task-head';
import { TaskRow } from './task-row';
import { useFolded } from './use-folded';
import { useRowEditor } from './use-row-editor';
import { useTaskList } from './use-task-list';

export type TaskListProps = {
  viewer: Viewer;
  /** The first rows, read at `loadedAt` (ms) in the order of `filters.sort`, or by status. */
  page: { docs: Packed<TaskCard>; total: number; next_cursor?: string | null };
  /** Null where filters other than "Mine" narrow the rows. */
  counts: TaskCounts | null;
  loadedAt: number;
  filters: TaskFilters;
  address: FilterUrl;
  /** All projects that may occur, whose names are drawn; none where there is one `projectId`. */
  projects: readonly { _id: string; name: string }[];
  projectId?: string;
  today: string;
  action?: ReactNode;
};

export function TaskList(props: TaskListProps) {
  const hrefTo = useOrganisationLinks();
  const { viewer, filters, projects, projectId, action } = props;
  const today = useToday(props.today);
  const [first] = useState(() => ({ ...props.page, docs: unpacked(props.page.docs) }));
  const list = useTaskList({
    ...props,
    page: first,
    today: props.today,
    heard: projectId ? [projectId] : projects.map(({ _id }) => _id),
  });
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  useRowLinks(table);
  const { folded, toggle } = useFolded(viewer.memberId);
  const [adding, setAdding] = useState<number | null>(null);
  const panelOf = useRowEditor({
    table,
    docs: list.docs,
    viewer,
    today,
    onEdit: (id, changes, people) => void list.edit(id, changes, people),
    onRead: list.take,
  });

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
  const changes = !readsOnly(viewer);
  const columns = 5 + (projectId ? 0 : 1) + (changes ? 1 : 0) + (changes || !grouped ? 1 : 0);
  const mayAdd = projectId !== undefined && mayCreateIn(viewer, projectId) && grouped;
  const row = (card: TaskCard) => (
    <TaskRow
      key={card._id}
      card={card}
      href={hrefTo(`taskpage?task=${card.key}`)}
      project={projectId ? undefined : (projects.find(({ _id }) => _id === card.project_id) ?? null)}
      viewer={viewer}
      changes={changes}
      grouped={grouped}
      waiting={list.waiting.has(card._id)}
      today={today}
      panel={panelOf(card)}
    />
  );
  return (
    <div className="@container/tasks">
      <table
        ref={table}
        className={cn('w-full border-separate border-spacing-0 text-base', grouped ? 'tasks-grouped' : 'tasks-flat')}
      >
        <caption className="sr-only">Tasks{grouped ? ' by status' : ''}</caption>
        <TaskHead changes={changes} projects={!projectId} grouped={grouped} />
        {groups.map((group, index) => {
          const { status, label } = group;
          const closed = grouped && folded.has(status);
          const onToggle = () => {
            toggle(status);
            if (closed && group.docs.length === 0) list.more();
          };
          return (
            <Still key={status} as="tbody">
              {() => (
                <>
                  {grouped && <GroupHead group={group} columns={columns} open={!closed} onToggle={onToggle} />}
                  {!closed && group.docs.map(row)}
                  {!closed && mayAdd && (!list.hasMore || index < groups.length - 1) && (
                    <tr>
                      <td colSpan={columns} className="px-2 py-1">
                        {adding === status ? (
                          <QuickAdd
                            label={`New task in ${label}`}
                            add={(title) => list.add(status, title)}
                            onClose={() => setAdding(null)}
                          />
                        ) : (
                          <Button
                            variant="quiet"
                            size="compact"
                            icon={<span aria-hidden="true" className="icon icon-plus" />}
                            onClick={() => setAdding(status)}
                          >
                            Add task<VisuallyHidden> to {label}</VisuallyHidden>
                          </Button>
                        )}
                      </td>
                    </tr>
                  )}
                </>
              )}
            </Still>
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
