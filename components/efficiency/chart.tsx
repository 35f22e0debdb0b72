import type { ReactNode } from 'react';

/** A drawing with its numbers as a table behind it: whoever cannot see the one reads the other. */
export function Chart({
  shows,
  width,
  height,
  table,
  legend,
  children,
}: {
  shows: string;
  width: number;
  height: number;
  table: { head: readonly string[]; rows: readonly (readonly [string, ...(string | number)[]])[] };
  legend?: ReactNode;
  children: ReactNode;
}) {
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={shows} className="block h-auto w-full">
        {children}
      </svg>
      {legend}
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-accent-text hover:underline">Show as table</summary>
        {/* Its own width: the page does not scroll sideways for it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
        <section className="mt-2 overflow-x-auto" tabIndex={0} aria-label={`${shows}: table`}>
          <table className="w-full text-left tabular-nums">
            <thead>
              <tr>
                {table.head.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className="border-b border-border py-1 pe-4 font-semibold whitespace-nowrap"
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first, ...rest]) => (
                <tr key={first}>
                  <th scope="row" className="py-1 pe-4 font-normal whitespace-nowrap">
                    {first}
                  </th>
                  {rest.map((cell, at) => (
                    <td key={table.head[at + 1]} className="py-1 pe-4">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** A line across with its number at the left. */
export function Gridline({ y, x1, x2, count }: { y: number; x1: number; x2: number; count: number }) {
  return (
    <>
      <line x1={x1} x2={x2} y1={y} y2={y} className="stroke-border" />
      <text x={x1 - 6} y={y + 4} textAnchor="end" className="fill-text-3 tabular-nums">
        {count}
      </text>
    </>
  );
}
