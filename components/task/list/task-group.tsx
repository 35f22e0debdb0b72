import type { CSSProperties, ReactNode } from 'react';
import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { useChunks } from './chunks';
import type { Group } from './list-groups';
import { TABLE } from './table-roles';

/** Its head, where it has one, its rows in chunks, and what comes after them. */
export function TaskGroup({
  group,
  headed,
  columns,
  open,
  onToggle,
  row,
  children,
}: {
  group: Group;
  headed: boolean;
  columns: number;
  open: boolean;
  onToggle: () => void;
  row: (card: TaskCard) => ReactNode;
  /** The last row, while the group is open. */
  children: ReactNode;
}) {
  const chunks = useChunks(group.docs);
  return (
    <>
      {headed && (
        <tbody {...TABLE.group} className="group-head">
          <GroupHead group={group} columns={columns} open={open} onToggle={onToggle} />
        </tbody>
      )}
      {open &&
        chunks.map(({ key, rows }) => (
          <tbody key={key} {...TABLE.group} className="task-chunk" style={{ '--rows': rows.length } as CSSProperties}>
            {rows.map(row)}
          </tbody>
        ))}
      {open && children && <tbody {...TABLE.group}>{children}</tbody>}
    </>
  );
}

function GroupHead({
  group: { status, label, docs, total },
  columns,
  open,
  onToggle,
}: {
  group: Group;
  columns: number;
  open: boolean;
  onToggle: () => void;
}) {
  return (
    <tr {...TABLE.row} className="border-b border-border pt-2">
      <th {...TABLE.rowHead} scope="rowgroup" colSpan={columns} className="text-left text-sm font-semibold">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-9 w-full items-center gap-2 rounded-sm px-2 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          <span aria-hidden="true" className={cn('icon icon-chevron-right text-text-3', open && 'rotate-90')} />
          {status ? <TaskStatus of={{ status, project_id: projectOf(docs) }} /> : label}
          <span className="font-normal text-text-3 tabular-nums">{total ?? `${docs.length}+`}</span>
        </button>
      </th>
    </tr>
  );
}

/** Where all are of one: its names count. */
const projectOf = ([first, ...others]: Group['docs']): string | undefined =>
  others.some(({ project_id }) => project_id !== first?.project_id) ? undefined : first?.project_id;
