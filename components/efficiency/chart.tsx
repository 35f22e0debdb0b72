import type { ReactNode } from 'react';
import { ChartTable, type TableOfChart } from './chart-table';

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
  table: TableOfChart;
  legend?: ReactNode;
  children: ReactNode;
}) {
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={shows} className="block h-auto w-full">
        {children}
      </svg>
      {legend}
      <ChartTable label={`${shows}: table`} {...table} />
    </figure>
  );
}

/** Of a digit where the letters are largest, which is on phones (`.chart` in app/styles/parts.css). */
const DIGIT = 12.5;
/** How far from its left edge a drawing begins whose largest number stands before it. */
export const roomFor = (most: number): number => Math.max(36, 10 + DIGIT * String(Math.round(most)).length);

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
