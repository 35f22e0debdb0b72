import { isolated } from '@/lib/bidi';
import type { RowProblem } from '@/lib/invitation/schema';

const SHOWN = 200;

export function RowProblems({ title, rows }: { title: string; rows: readonly RowProblem[] }) {
  if (!rows.length) return null;
  return (
    <section>
      <h3 className="mb-1 text-base font-semibold">
        {isolated(title)} <span className="font-normal text-text-2 tabular-nums">{rows.length}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="max-h-56 overflow-auto rounded-sm border border-border" tabIndex={0} aria-label={title}>
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken text-text-2 [&_th]:px-2 [&_th]:py-1 [&_th]:font-medium">
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border [&_td]:px-2 [&_td]:py-1">
            {rows.slice(0, SHOWN).map(({ row, column, value, message }) => (
              <tr key={`${row} ${column}`}>
                <td className="tabular-nums">{row}</td>
                <td>{column}</td>
                <td dir="auto" className="break-all">
                  {value}
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > SHOWN && (
        <p className="mt-1 text-sm text-text-2">The first {SHOWN} are shown; the download has all of them.</p>
      )}
    </section>
  );
}
