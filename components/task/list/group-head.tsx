import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import type { Group } from './list-groups';
import { TABLE } from './table-roles';

export function GroupHead({
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
