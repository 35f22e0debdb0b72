/** What was measured, what is wanted of it, and whether it got worse. */

/** `×` is a share of the bare line of the same run; the others are absolute and depend on the machine. */
export type Unit = '×' | 'ms' | 's' | 'MB' | 'KB' | 'statements' | 'refused';
export type Figure = {
  /** Unique: `list page`, `create: p99`. */
  name: string;
  value: number;
  unit: Unit;
  /** At least, for a share; at most, for anything else. */
  goal?: number;
  /** Beside it, for the reader: `31 req/s, p50 480 ms`. */
  detail?: string;
};
type Machine = { cores: number; node: string; processes: number };
export type Result = { machine: Machine; figures: Figure[] };

/** How far a figure may lie from the recorded one without meaning anything, as a share of it. */
const NOISE: Record<Unit, number> = { '×': 0.15, ms: 0.4, s: 0.4, MB: 0.15, KB: 0.01, statements: 0, refused: 0 };
const MORE_IS_BETTER: ReadonlySet<Unit> = new Set(['×']);

export const meetsGoal = ({ value, unit, goal }: Figure): boolean =>
  goal === undefined || (MORE_IS_BETTER.has(unit) ? value >= goal : value <= goal);

/** Figures that are worse than the recorded ones beyond noise. Absolute ones need a machine like the recorded one. */
export function slowerOnes(now: Result, recorded: Result): { figure: Figure; before: number }[] {
  const before = new Map(recorded.figures.map((figure) => [figure.name, figure]));
  const alike = now.machine.cores === recorded.machine.cores && major(now.machine) === major(recorded.machine);
  return now.figures.flatMap((figure) => {
    const old = before.get(figure.name);
    if (!old || old.unit !== figure.unit) return [];
    if (!alike && ['ms', 's', 'MB'].includes(figure.unit)) return [];
    const worse = MORE_IS_BETTER.has(figure.unit)
      ? figure.value < old.value * (1 - NOISE[figure.unit])
      : figure.value > old.value * (1 + NOISE[figure.unit]);
    return worse ? [{ figure, before: old.value }] : [];
  });
}

/** What is kept when parts alone were measured: their figures are new, the others as they were on the same machine. */
export function recordedWith(now: Result, recorded: Result | null): Result {
  const { cores, processes } = now.machine;
  const isAlike =
    recorded?.machine.cores === cores &&
    recorded.machine.processes === processes &&
    recorded.machine.node === now.machine.node;
  if (!recorded || !isAlike) return now;
  const measured = new Map(now.figures.map((figure) => [figure.name, figure]));
  const before = recorded.figures.map((figure) => measured.get(figure.name) ?? figure);
  const known = new Set(before.map(({ name }) => name));
  return { machine: now.machine, figures: [...before, ...now.figures.filter(({ name }) => !known.has(name))] };
}

const major = ({ node }: Machine) => node.split('.')[0];

/** `0.41 ×`, `183 ms`. */
export const inWords = (value: number, unit: Unit): string =>
  `${value.toFixed(unit === '×' || value < 10 ? 2 : 0).replace(/\.00$/, '')} ${unit}`;

/** One line; `✗` where the goal is missed, a dot where there is none. */
export function lineOf(figure: Figure): string {
  const { name, value, unit, goal, detail } = figure;
  const mark = goal === undefined ? '·' : meetsGoal(figure) ? '✓' : '✗';
  const wanted = goal === undefined ? '' : `goal ${MORE_IS_BETTER.has(unit) ? '≥' : '≤'} ${inWords(goal, unit)}`;
  return `  ${mark} ${name.padEnd(34)} ${inWords(value, unit).padStart(12)}  ${wanted.padEnd(18)} ${detail ?? ''}`.trimEnd();
}
