import { VisuallyHidden } from '@/components/ui/visually-hidden';

/** How many tasks a column has, "5 of 4" where it has a limit. */
export function ColumnCount({ total, limit }: { total: number; limit: number | null }) {
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
