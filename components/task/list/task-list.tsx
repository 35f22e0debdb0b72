'use client';

import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { categoriesQuery } from '@/components/category/category-query';
import type { ShownField } from '@/components/custom-field/field-value';
import { Later } from '@/components/overlay/later';
import { useOnDemand } from '@/components/overlay/on-demand';
import { useRowLinks } from '@/components/rows/row-links';
import { Button } from '@/components/ui/button';
import { useFormats } from '@/components/ui/formats';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import { type LeanCard, wholeCard } from '@/lib/task/lean-card';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { columnsShown, type FilterUrl, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { TaskGroupRecord } from '@/lib/task-group/schema';
import { type Grouping, groupingOf, groupingWords, groupOf } from '@/lib/task-group/vocabulary';
import { type SoFar, takesLong } from '../bulk/bulk-progress';
import type { Names } from '../filter/filter-words';
import { BesideView } from '../peek/beside-view';
import { usePeek } from '../peek/use-peek';
import { mayCreateIn, readsOnly, type Viewer } from '../task-rights';
import { useKeptSet } from '../use-kept-set';
import { useRowKeys } from '../use-row-keys';
import { useToday } from '../use-today';
import { GroupAdd } from './group-add';
import { fieldsOfGroup } from './group-fields';
import { type Group, groupsOf, moreWouldShow } from './list-groups';
import { NoRows } from './no-rows';
import { TABLE } from './table-roles';
import { TaskGroup } from './task-group';
import { TaskHead } from './task-head';
import { TaskRow } from './task-row';
import { useRowEditor } from './use-row-editor';
import { useRowFocus } from './use-row-focus';
import { useSelection } from './use-selection';
import { useTaskList } from './use-task-list';

const groupedWords = (group: Grouping, fields: readonly ShownField[]): string =>
  isGroupRef(group)
    ? bidi` by ${fields.find(({ _id }) => _id === idOf(group))?.name ?? ''}`
    : ` by ${groupingWords(group)}`;

/** Columns beyond which a narrower list leaves some out. */
const MANY = 6;

const loadBulkBar = () => import('../bulk/bulk-bar').then(({ BulkBar }) => BulkBar);
const loadSwipes = () =>
  navigator.maxTouchPoints ? import('./swipes').then(({ Swipes }) => Swipes) : Promise.resolve(() => null);
const loadAnywhere = () => import('../quick/add-anywhere').then(({ AddAnywhere }) => AddAnywhere);

export type TaskListProps = {
  viewer: Viewer;
  /** The first rows, read at `loadedAt` (ms) in the order of `filters.sort`, or by status. */
  page: { docs: readonly LeanCard[]; total: number; next_cursor?: string | null };
  /** What the rows are in groups by, all of them counted; null where they have an order of their own. */
  groups: readonly TaskGroupRecord[] | null;
  loadedAt: number;
  filters: TaskFilters;
  address: FilterUrl;
  /** Of what the filters are about, by id. */
  names: Names;
  /** All projects that may occur, whose names are drawn; none where there is one `projectId`. */
  projects: readonly { _id: string; name: string }[];
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  projectId?: string;
  /** The organisation's own that its columns and groups are of. */
  fields: readonly ShownField[];
  /** Where their names are drawn. */
  categories: readonly { _id: string; name: string }[];
  today: string;
  action?: ReactNode;
};

export function TaskList(props: TaskListProps) {
  const hrefTo = useOrganisationLinks();
  const { viewer, filters, projects, projectId, fields, action } = props;
  const today = useToday(props.today);
  const { words: folded, toggle } = useKeptSet(`${viewer.memberId}:task-groups-folded`, `[${COMPLETED}]`);
  const { firstDay } = useFormats();
  // Groups other than by status are folded for as long as the page is open.
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const group = groupingOf(filters);
  const byStatus = group === 'status';
  const isFolded = (key: string) => (byStatus ? folded.has(key) : shut.has(key));
  const fold = (key: string) => {
    if (byStatus) toggle(key);
    else setShut((keys) => new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]));
  };
  const by = { today, firstDay, memberId: viewer.memberId };
  const page = useMemo(() => ({ ...props.page, docs: props.page.docs.map(wholeCard) }), [props.page]);
  const list = useTaskList({
    ...props,
    page,
    today: props.today,
    onMade: (card) => {
      const key = group && groupOf(card, group, by);
      if (key && isFolded(key)) fold(key);
    },
  });
  const named = useQuery({ ...categoriesQuery, enabled: filters.columns?.includes('category') === true });
  const categories = new Map((named.data ?? props.categories).map(({ _id, name }) => [_id, name]));
  const table = useRef<HTMLTableElement>(null);
  useRowLinks(table);
  const changes = !readsOnly(viewer);
  const [picking, setPicking] = useState(false);
  const { selected, select, clear } = useSelection(table, picking, changes);
  const bar = useOnDemand(loadBulkBar);
  const { press: loadBar } = bar;
  useEffect(() => {
    if (selected.size > 0) loadBar();
  }, [selected, loadBar]);
  /** How far a change of many is that was begun here. */
  const [soFar, setSoFar] = useState<SoFar | null>(null);
  const busy = takesLong(soFar);
  const peek = usePeek(table);
  // The same array as long as it says the same: rows are drawn anew for another one.
  const columns = useMemo(
    () =>
      columnsShown({ columns: filters.columns }, { ofOne: Boolean(projectId), team: viewer.role !== 'client' }).filter(
        (name) => name !== 'status' || changes || !byStatus,
      ),
    [filters.columns, projectId, viewer.role, changes, byStatus],
  );
  /** The group at whose end a task is written. */
  const [adding, setAdding] = useState<string | null>(null);
  const anywhere = useOnDemand(loadAnywhere);
  const { docs } = list;
  const { panelOf, openField } = useRowEditor({
    table,
    docs,
    viewer,
    today,
    fields,
    onEdit: list.edit,
    onRead: list.take,
  });
  const source = group && { ...list, group, by, more: list.hasMore, isFolded };
  const hasMore = list.hasMore && (!source || moreWouldShow(source));
  useRowFocus(table);
  useRowKeys(table, openField, hasMore ? list.more : undefined);

  const bulkBar = bar.Part && (busy || (selected.size > 0 && docs.some(({ key }) => selected.has(key)))) && (
    <bar.Part
      docs={docs}
      total={list.total}
      selected={selected}
      onSelect={select}
      onClear={clear}
      source={list.bulk}
      today={today}
      viewer={viewer}
      soFar={soFar}
      onSoFar={setSoFar}
    />
  );
  // In the same place as below, so that the bar goes on where all rows have left.
  if (list.docs.length === 0)
    return (
      <>
        <NoRows
          busy={busy ? soFar : null}
          more={list.hasMore ? { total: list.total, pending: list.paging, read: list.more } : null}
          filters={filters}
          address={props.address}
          names={props.names}
          reads={readsOnly(viewer)}
          action={action}
        />
        {bulkBar}
      </>
    );

  const groups: Group[] = source
    ? groupsOf(source)
    : [{ key: 'all', status: 0, label: 'All tasks', docs: list.docs, total: list.total }];
  /** The group in which reading has stopped: those before it are read to their end. */
  const reached = groups.findLastIndex(({ docs }) => docs.length > 0);
  const width = columns.length + (changes ? 3 : 1);
  const mayAdd = (projectId === undefined ? projects.map(({ _id }) => _id) : [projectId]).some((id) =>
    mayCreateIn(viewer, id),
  );
  /** What a task has that is written at the end of the group; null where none can be. */
  const fieldsAt = ({ key, docs }: Group) => {
    const fields = group && mayAdd ? fieldsOfGroup(group, key, by, docs[0]) : null;
    return fields?.project_id && !mayCreateIn(viewer, fields.project_id) ? null : fields;
  };
  const row = (card: TaskCard) => (
    <TaskRow
      key={card._id}
      card={card}
      href={hrefTo(`taskpage?task=${card.key}`)}
      columns={columns}
      fields={fields}
      category={categories.get(card.category_id ?? '')}
      project={projectId ? undefined : (projects.find(({ _id }) => _id === card.project_id) ?? null)}
      viewer={viewer}
      changes={changes}
      picked={selected.has(card.key)}
      grouped={byStatus}
      waiting={list.waiting.has(card._id)}
      today={today}
      panel={panelOf(card)}
    />
  );
  return (
    <>
      {changes && (
        <div className={cn('view-bar select-rows', peek.key && 'beside-peek')}>
          <Button
            variant="quiet"
            size="compact"
            aria-pressed={picking}
            onClick={() => {
              if (picking) clear();
              setPicking(!picking);
            }}
          >
            {picking ? 'Done' : 'Select'}
            <span className="sr-only">{picking ? ' selecting' : ' tasks'}</span>
          </Button>
        </div>
      )}
      <div className={cn('@container/tasks', peek.key && 'lg:mr-[464px]')}>
        <table
          ref={table}
          {...TABLE.table}
          style={{ '--key-length': Math.max(...list.docs.map(({ key }) => key.length)) } as CSSProperties}
          className={cn(
            'task-table text-base',
            byStatus ? 'tasks-grouped' : 'tasks-flat',
            picking && 'tasks-picking',
            changes && 'tasks-changed',
            selected.size > 0 && 'tasks-chosen',
            columns.length > MANY && 'tasks-many',
          )}
        >
          <caption className="sr-only">Tasks{group && groupedWords(group, fields)}</caption>
          <TaskHead changes={changes} columns={columns} fields={fields} grouped={byStatus} />
          {groups.map((one, index) => {
            const { key, label, docs } = one;
            const closed = isFolded(key);
            const fields = !list.hasMore || index < reached ? fieldsAt(one) : null;
            const within = projectId ?? fields?.project_id;
            const onToggle = () => {
              fold(key);
              if (closed && docs.length === 0) list.more();
            };
            return (
              <TaskGroup
                key={key}
                group={one}
                headed={group !== null}
                columns={width}
                open={!closed}
                onToggle={onToggle}
                row={row}
              >
                {fields && (
                  <GroupAdd
                    label={label}
                    columns={width}
                    projectId={within}
                    open={adding === key}
                    Anywhere={anywhere.Part}
                    add={(task, to) => list.add(fields, task, to)}
                    onOpen={() => {
                      setAdding(key);
                      if (within === undefined) anywhere.press();
                    }}
                    onClose={() => setAdding(null)}
                  />
                )}
              </TaskGroup>
            );
          })}
        </table>
        {changes && <Later load={loadSwipes} table={table} openField={openField} />}
        {hasMore && (
          <div className="flex justify-center pt-4">
            <Button onClick={list.more} pending={list.paging} pendingText="Loading">
              {list.total > list.docs.length ? `Show more of ${list.total}` : 'Show more'}
            </Button>
          </div>
        )}
      </div>
      {bulkBar}
      <BesideView {...{ peek, viewer }} cards={list.docs} today={props.today} />
    </>
  );
}
