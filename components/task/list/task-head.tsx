import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { idOf, isRef } from '@/lib/custom-field/vocabulary';
import { type ListColumn, TASK_COLUMNS } from '@/lib/task/vocabulary';
import { TABLE } from './table-roles';

/** The names of the columns that `TaskRow` draws. */
export function TaskHead({
  changes,
  columns,
  fields,
  grouped,
}: {
  changes: boolean;
  columns: readonly ListColumn[];
  /** Of the columns that the organisation defines. */
  fields: readonly { _id: string; name: string }[];
  grouped: boolean;
}) {
  const head = (name: ListColumn) => (
    <Head key={name} fold={isRef(name) ? 'custom' : name} hidden={name === 'status' && grouped}>
      {isRef(name) ? isolated(fields.find(({ _id }) => _id === idOf(name))?.name ?? '') : TASK_COLUMNS[name]}
    </Head>
  );
  return (
    <thead {...TABLE.group} className="task-head">
      <tr {...TABLE.row}>
        {changes && (
          <Head fold="pick" hidden>
            Select
          </Head>
        )}
        {changes && (
          <Head fold="done" hidden>
            Done
          </Head>
        )}
        {columns.filter((name) => name === 'key').map(head)}
        <Head fold="title">Title</Head>
        {columns.filter((name) => name !== 'key').map(head)}
      </tr>
    </thead>
  );
}

function Head({ fold, hidden = false, children }: { fold: string; hidden?: boolean; children: string }) {
  return (
    <th {...TABLE.columnHead} scope="col" className={cn(hidden ? 'p-0' : 'px-2 py-1.5 font-medium', fold)}>
      {hidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </th>
  );
}
