import type { WorkflowRecord } from '@/lib/workflow/schema';

export type WorkflowDraft = Pick<WorkflowRecord, 'columns' | 'moves' | 'over_limit'>;

export const draftOf = ({ columns, moves, over_limit }: WorkflowRecord): WorkflowDraft => ({
  columns,
  moves,
  over_limit,
});

export const isChanged = (base: WorkflowDraft, draft: WorkflowDraft): boolean =>
  JSON.stringify(base) !== JSON.stringify(draft);

type Moves = NonNullable<WorkflowDraft['moves']>;
const CODES = [1, 2, 3, 4, 5] as const;

/** With one move allowed or not; of null, which allows all, every move is written out. In the order that is stored. */
export function changedMove(moves: Moves | null, from?: number, to?: number, on = true): Moves {
  const has = (one: number, other: number) =>
    one === from && other === to ? on : !moves || (moves[one] ?? []).some((code) => code === other);
  return Object.fromEntries(CODES.map((one) => [one, CODES.filter((other) => other !== one && has(one, other))]));
}
