'use client';

import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { isForTyping, singleKeysAreOn } from '@/components/shell/single-keys';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { QuickAdd } from '../board/quick-add';
import { NothingMatches } from '../nothing-matches';
import type { TaskChanges } from '../task-edit';
import type { FilterAddress, TaskFilters } from '../task-filters';
import { mayCreateIn, readsOnly, rightsOn, type Viewer } from '../task-rights';
import { useToday } from '../use-today';
import { type Edit, type Group, groupsOf } from './list-state';
import { TaskRow } from './task-row';
import { useTaskList } from './use-task-list';

export type TaskListProps = {
  viewer: Viewer;
  /** The first rows, read at `loadedAt` (ms) in the order of `filters.sort`, by status without. */
  page: { docs: readonly TaskCard[]; total: number; next_cursor?: string | null };
  /** Of the same rows; null where other filters than "Mine" narrow them. */
  counts: TaskCounts | null;
  loadedAt: number;
  filters: TaskFilters;
  /** Where the filters are kept, to clear them. */
  address: FilterAddress;
  /** All projects that may occur; the names are drawn unless there is one `projectId`. */
  projects: readonly { _id: string; name: string }[];
  /** The one project that the list is of. */
  projectId?: string;
  /** The server's calendar day. */
  today: string;
  /** What an empty list offers, e.g. the button that makes a task. */
  action?: ReactNode;
};

/** Tasks as a table, by status; changed in place. */
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

  const latest = useRef(list.edit);
  useEffect(() => {
    latest.current = list.edit;
  });
  const onEdit = useCallback(
    (id: string, changes: TaskChanges, people?: Edit['people']) => void latest.current(id, changes, people),
    [],
  );

  if (list.docs.length === 0)
    return Object.keys(filters).some((name) => name !== 'sort') ? (
      <NothingMatches filters={filters} address={props.address} />
    ) : (
      <EmptyState title="No tasks yet" action={readsOnly(viewer) ? undefined : action}>
        {readsOnly(viewer)
          ? 'The team adds tasks. What is open to you appears here.'
          : 'A task is one thing to be done, by somebody, by some day.'}
      </EmptyState>
    );

  const grouped = !filters.sort;
  const groups: Group[] = grouped
    ? groupsOf(list, list.hasMore)
    : [{ status: 0, label: 'All tasks', docs: list.docs, total: list.total }];
  const columns = projectId ? 7 : 8;
  const mayAdd = projectId !== undefined && mayCreateIn(viewer, projectId) && grouped;
  return (
    <>
      <table ref={table} className="w-full border-separate border-spacing-0 text-base">
        <caption className="sr-only">Tasks{grouped ? ' by status' : ''}</caption>
        <thead className="max-sm:sr-only">
          <tr className="text-left text-xs text-text-3">
            <th scope="col" className="px-2 py-1.5 font-medium">
              <VisuallyHidden>Done</VisuallyHidden>
            </th>
            <Head hide="max-sm:hidden">Key</Head>
            <Head>Title</Head>
            {!projectId && <Head hide="max-lg:hidden">Project</Head>}
            <Head hide="max-md:hidden">Status</Head>
            <Head>Assignees</Head>
            <Head hide="max-sm:hidden">Due</Head>
            <Head hide="max-md:hidden">Priority</Head>
          </tr>
        </thead>
        {groups.map((group, index) => (
          <tbody key={group.status}>
            {grouped && (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={columns}
                  className="sticky top-14 z-sticky border-b border-border bg-canvas px-2 pt-4 pb-1.5 text-left text-sm font-semibold"
                >
                  <span className="flex items-center gap-2">
                    {isStatusCode(group.status) && <StatusMark status={group.status} word="none" />}
                    {group.label}
                    <span className="font-normal text-text-3 tabular-nums">
                      {group.total ?? `${group.docs.length}+`}
                    </span>
                  </span>
                </th>
              </tr>
            )}
            {group.docs.map((card) => (
              <TaskRow
                key={card._id}
                card={card}
                href={hrefTo(`taskpage?task=${card.key}`)}
                project={projectId ? undefined : (projects.find(({ _id }) => _id === card.project_id) ?? null)}
                rights={rightsOn(viewer, card)}
                viewerId={viewer.memberId}
                marksAudience={viewer.role !== 'client'}
                waiting={list.waiting.has(card._id)}
                today={today}
                onEdit={onEdit}
              />
            ))}
            {mayAdd && (!list.hasMore || index < groups.length - 1) && (
              <tr>
                <td colSpan={columns} className="px-2 py-1">
                  <AddRow label={group.label} add={(title) => list.add(group.status, title)} />
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
      {list.hasMore && (
        <div className="flex justify-center pt-4">
          <Button onClick={list.more} pending={list.paging} pendingText="Loading">
            {list.total > list.docs.length ? `Show more of ${list.total}` : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

function Head({ hide, children }: { hide?: string; children: string }) {
  return (
    <th scope="col" className={`px-2 py-1.5 font-medium ${hide ?? ''}`}>
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

const FIELD_KEYS: Readonly<Record<string, string>> = { s: 'status', a: 'assignees', p: 'priority', d: 'due' };

/** J and K (or the arrows) walk the rows, Enter opens the task, S A P D open a field of the row that has focus. */
function useRowKeys(table: React.RefObject<HTMLTableElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isForTyping(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest('[data-row]');
    const letters = singleKeysAreOn();
    const step =
      (letters && event.key === 'j') || (row && event.key === 'ArrowDown')
        ? 1
        : (letters && event.key === 'k') || (row && event.key === 'ArrowUp')
          ? -1
          : 0;
    if (step) {
      const titles = [...(table.current?.querySelectorAll<HTMLElement>('[data-row] [data-title]') ?? [])];
      const here = titles.findIndex((title) => row?.contains(title));
      const next = titles[here < 0 ? 0 : Math.min(titles.length - 1, Math.max(0, here + step))];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
      if (next) event.preventDefault();
      return;
    }
    const field = letters && row ? FIELD_KEYS[event.key] : undefined;
    const button = field && row?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    if (button) {
      event.preventDefault();
      button.click();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
