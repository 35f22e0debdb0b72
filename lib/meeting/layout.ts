/** Where meetings of a day stand that overlap. Runs anywhere. Minutes are those of the day. */

/** What is shorter is drawn, and makes room, as if it were so long: a line of text has to fit. */
const LEAST_MINUTES = 30;
export const DAY_MINUTES = 1_440;

export type Stretch = { from: number; to: number };
/** In which of so many columns it begins, and how many it takes. */
export type Placed<T> = { item: T; column: number; columns: number; span: number };

const startOf = ({ from }: Stretch) => Math.min(from, DAY_MINUTES - LEAST_MINUTES);
/** When it ends, as it is drawn. */
export const drawnTo = (one: Stretch): number => Math.min(DAY_MINUTES, Math.max(one.to, startOf(one) + LEAST_MINUTES));
export const drawnFrom = startOf;

/**
 * Side by side, each as wide as there is room. Of more than `most` at a time the earliest and longest are placed, the rest is
 * answered as hidden. The time is that of sorting, however many overlap.
 */
export function sideBySide<T extends Stretch>(items: readonly T[], most: number): { placed: Placed<T>[]; hidden: T[] } {
  const placed: Placed<T>[] = [];
  const hidden: T[] = [];
  const inOrder = [...items].sort((a, b) => startOf(a) - startOf(b) || drawnTo(b) - drawnTo(a));
  let group: Placed<T>[] = [];
  /** When the last of each column ends. */
  let ends: number[] = [];
  const close = () => {
    for (const one of group) one.columns = ends.length;
    widen(group, ends.length);
    placed.push(...group);
    group = [];
    ends = [];
  };
  for (const item of inOrder) {
    const from = startOf(item);
    if (ends.length && ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const column = free < 0 ? ends.length : free;
    if (column >= most) {
      hidden.push(item);
      continue;
    }
    ends[column] = drawnTo(item);
    group.push({ item, column, columns: 1, span: 1 });
  }
  close();
  return { placed, hidden };
}

/** Over the columns beside it in which nothing is at its time. */
function widen<T extends Stretch>(group: readonly Placed<T>[], columns: number): void {
  const inColumn = Array.from({ length: columns }, () => [] as Placed<T>[]);
  for (const one of group) inColumn[one.column]?.push(one);
  for (const one of group) {
    const [from, to] = [startOf(one.item), drawnTo(one.item)];
    for (let column = one.column + 1; column < columns; column++) {
      if (isTaken(inColumn[column] ?? [], from, to)) break;
      one.span++;
    }
  }
}

/** Those of one column follow each other: the first that ends later is the one that could be in the way. */
function isTaken<T extends Stretch>(own: readonly Placed<T>[], from: number, to: number): boolean {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawnTo((own[middle] as Placed<T>).item) <= from) low = middle + 1;
    else high = middle;
  }
  const next = own[low];
  return next !== undefined && startOf(next.item) < to;
}
