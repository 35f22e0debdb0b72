import { bidi } from '@/lib/bidi';
import type { WorkflowDraft } from './workflow-draft';

type Columns = WorkflowDraft['columns'];

/** Which moves are allowed: a tick in the row that is left and the column that is reached. */
export function MoveTable({
  columns,
  moves,
  onChange,
}: {
  columns: Columns;
  moves: NonNullable<WorkflowDraft['moves']>;
  /** Absent: it is only read. */
  onChange?: (from: number, to: number, on: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section aria-label="Allowed moves" tabIndex={0} className="overflow-x-auto rounded-sm">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="py-2 pr-3 text-left font-medium text-text-2">
              From ↓ to →
            </th>
            {columns.map(({ status, name }) => (
              <th dir="auto" key={status} scope="col" className="max-w-28 p-2 font-medium break-words">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ status: from, name }) => (
            <tr key={from} className="border-t border-border">
              <th dir="auto" scope="row" className="py-2 pr-3 text-left font-medium break-words">
                {name}
              </th>
              {columns.map(({ status: to, name: other }) => (
                <td key={to} className="p-2 text-center">
                  {from === to ? (
                    <span aria-hidden="true" className="text-text-3">
                      –
                    </span>
                  ) : (
                    <input
                      type="checkbox"
                      className="checkbox"
                      aria-label={bidi`From ${name} to ${other}`}
                      checked={moves[from]?.some((code) => code === to) ?? false}
                      disabled={!onChange}
                      onChange={({ target }) => onChange?.(from, to, target.checked)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
