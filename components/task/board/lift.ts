import type { Spot } from './board-columns';

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

/** `statuses`: columns from left to right; `others`: count of other cards per column. At an edge: the same object. */
export function stepped(
  lift: Lift,
  step: LiftStep,
  statuses: readonly number[],
  others: (status: number) => number,
): Lift {
  const { status, index } = lift.at;
  const to = (at: Spot): Lift => (at.status === status && at.index === index ? lift : { ...lift, at });
  const last = others(status);
  switch (step) {
    case 'up':
      return to({ status, index: Math.max(0, index - 1) });
    case 'down':
      return to({ status, index: Math.min(last, index + 1) });
    case 'first':
      return to({ status, index: 0 });
    case 'last':
      return to({ status, index: last });
    default: {
      const next = statuses[statuses.indexOf(status) + (step === 'left' ? -1 : 1)];
      return next === undefined ? lift : to({ status: next, index: Math.min(index, others(next)) });
    }
  }
}

export const unmoved = ({ from, at }: Lift): boolean => from.status === at.status && from.index === at.index;

export const positionWords = (title: string, column: string, position: number, total: number): string =>
  `${title}: ${column}, position ${position} of ${total}`;
