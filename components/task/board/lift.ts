import { bidi } from '@/lib/bidi';
import type { BoardColumn, Spot } from './board-columns';

/** A card lifted by keyboard: where it was, and where it would be dropped. */
export type Lift = { id: string; from: Spot; at: Spot };

export type LiftStep = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

export const LIFT_STEPS: Readonly<Record<string, LiftStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** `ids`: columns from left to right; `others`: count of other cards per column. At an edge: the same object. */
export function stepped(lift: Lift, step: LiftStep, ids: readonly string[], others: (column: string) => number): Lift {
  const { column, index } = lift.at;
  const to = (at: Spot): Lift => (at.column === column && at.index === index ? lift : { ...lift, at });
  const last = others(column);
  switch (step) {
    case 'up':
      return to({ column, index: Math.max(0, index - 1) });
    case 'down':
      return to({ column, index: Math.min(last, index + 1) });
    case 'first':
      return to({ column, index: 0 });
    case 'last':
      return to({ column, index: last });
    default: {
      const next = ids[ids.indexOf(column) + (step === 'left' ? -1 : 1)];
      return next === undefined ? lift : to({ column: next, index: Math.min(index, others(next)) });
    }
  }
}

/** Where columns have no order of their own: left and right between columns, up and down between lanes. */
export function crossed(lift: Lift, step: LiftStep, columns: readonly BoardColumn[]): Lift {
  const here = columns.find(({ id }) => id === lift.at.column);
  const aside = step === 'left' || step === 'right';
  const row = columns.filter(({ lane, name }) =>
    aside ? lane === here?.lane : lane !== undefined && name === here?.name,
  );
  const by = step === 'left' || step === 'up' ? -1 : step === 'right' || step === 'down' ? 1 : 0;
  const next = here && by && row[row.indexOf(here) + by];
  if (!next) return lift;
  return { ...lift, at: next.id === lift.from.column ? lift.from : { column: next.id, index: 0 } };
}

export const unmoved = ({ from, at }: Lift): boolean => from.column === at.column && from.index === at.index;

export const positionWords = (title: string, column: string, position: number, total: number): string =>
  bidi`${title}: ${column}, position ${position} of ${total}`;
