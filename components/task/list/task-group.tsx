import type { CSSProperties, ReactNode } from 'react';
import { Still } from '@/components/rows/still';
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
  row: (card: TaskCard, live: boolean) => ReactNode;
  /** The last row, while the group is open. */
  children: ReactNode;
}) {
  const chunks = useChunks(group.docs);
  return (
    <>
      {headed && (
        <Still as="tbody" {...TABLE.group} className="group-head">
          {() => <GroupHead group={group} columns={columns} open={open} onToggle={onToggle} />}
        </Still>
      )}
      {open &&
        chunks.map(({ key, rows }) => (
          <Still
            key={key}
            as="tbody"
            {...TABLE.group}
            className="task-chunk"
            style={{ '--rows': rows.length } as CSSProperties}
          >
            {(live) => rows.map((card) => row(card, live))}
          </Still>
        ))}
      {open && children && (
        <Still as="tbody" {...TABLE.group}>
          {() => children}
        </Still>
      )}
    </>
  );
}
