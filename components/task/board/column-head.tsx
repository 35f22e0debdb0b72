import { Avatar } from '@/components/ui/avatar';
import { IconButton } from '@/components/ui/icon-button';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { BoardColumn } from './board-columns';
import { addStop, foldStop, type Stop } from './board-stops';

/** What a column is called, how many tasks it has (of how many, where there is a limit), and its buttons. */
export function ColumnHead({
  column,
  heading,
  tabStops,
  onAdd,
  tint,
  limit,
  onFold,
  closed,
}: {
  column: BoardColumn;
  /** The id of its heading. */
  heading: string;
  tabStops: ReadonlySet<Stop>;
  onAdd?: () => void;
  /** Of its mark, where it is not the usual one. */
  tint?: string | null;
  limit: number | null;
  onFold?: () => void;
  closed: boolean;
}) {
  const { id, label, name = label, total } = column;
  return (
    <div className={cn('flex shrink-0 items-center gap-2', closed ? 'flex-col gap-1.5 py-1.5' : 'column-head')}>
      {!closed && <Mark column={column} tint={tint} />}
      <h2
        dir="auto"
        id={heading}
        className={cn('truncate text-sm font-semibold', closed && 'order-last max-h-60 [writing-mode:vertical-rl]')}
      >
        {name === label ? (
          name
        ) : (
          <>
            <span dir="auto" aria-hidden="true">
              {name}
            </span>
            <VisuallyHidden>{label}</VisuallyHidden>
          </>
        )}
      </h2>
      <ColumnCount total={total} limit={limit} />
      <span className={cn('flex', closed ? '-order-1' : 'ml-auto')}>
        {onAdd && !closed && (
          <IconButton
            label={bidi`New task in ${label}`}
            icon={<span aria-hidden="true" className="icon icon-plus" />}
            size="compact"
            tabIndex={tabStops.has(addStop(id)) ? 0 : -1}
            data-stop={addStop(id)}
            onClick={onAdd}
          />
        )}
        {onFold && (
          <IconButton
            label={closed ? bidi`Open the column ${label}` : bidi`Close the column ${label}`}
            icon={<span aria-hidden="true" className={cn('icon icon-chevron-right', closed || 'rotate-180')} />}
            size="compact"
            aria-expanded={!closed}
            tabIndex={tabStops.has(foldStop(id)) ? 0 : -1}
            data-stop={foldStop(id)}
            onClick={onFold}
          />
        )}
      </span>
    </div>
  );
}

function Mark({ column, tint }: { column: BoardColumn; tint?: string | null }) {
  const { status, pic, colour, person = column.id, label, name = label } = column;
  if (status !== undefined && isStatusCode(status)) return <StatusMark status={status} tint={tint} word="none" />;
  if (pic !== undefined) return <Avatar person={{ id: person, name, picture: pic }} size={20} beside />;
  if (colour) return <span aria-hidden="true" className={`size-3 rounded-full tint-${colour.slice(1)}`} />;
  return null;
}

/** How many tasks a column has, "5 of 4" where it has a limit. */
function ColumnCount({ total, limit }: { total: number; limit: number | null }) {
  const over = limit !== null && total > limit;
  return (
    <span
      className={`text-sm whitespace-nowrap tabular-nums ${over ? 'font-semibold text-danger-text' : 'text-text-3'}`}
      title={over ? 'Over the limit' : undefined}
    >
      {total}
      {limit !== null && ` of ${limit}`}
      <VisuallyHidden>
        {total === 1 ? ' task' : ' tasks'}
        {over && ', over the limit'}
      </VisuallyHidden>
    </span>
  );
}
