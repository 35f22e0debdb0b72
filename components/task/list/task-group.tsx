import type { CSSProperties, ReactNode } from 'react';
import type { TaskCard } from '@/lib/task/schema';
import { useChunks } from './chunks';
import { GroupHead } from './group-head';
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
