'use client';

export type TableOfChart = {
  head: readonly string[];
  rows: readonly (readonly [string, ...(string | number)[]])[];
};

/** The numbers of a drawing. Drawn by the browser too, so that its page carries each of them as a number, not as an element. */
export function ChartTable({ label, head, rows }: TableOfChart & { label: string }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-accent-text hover:underline">Show as table</summary>
      {/* Its own width: the page does not scroll sideways for it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="mt-2 overflow-x-auto" tabIndex={0} aria-label={label}>
        <table className="chart-table">
          <thead>
            <tr>
              {head.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, at) => (
                  <td key={head[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
