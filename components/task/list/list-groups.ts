import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { COMPLETED, LIST_ORDER, statusOf } from '@/lib/task/vocabulary';

/** `totals`: tasks by status code, where the server counted them. */
type Rows = { docs: readonly TaskCard[]; totals: Readonly<Record<number, number>> | null };

export type Group = { status: number; label: string; docs: readonly TaskCard[]; total: number | null };

/**
 * Rows by status in list order, without empty groups; a counted Completed group shows even if not loaded.
 * `total` is null where nobody counted and more may come.
 */
export function groupsOf({ docs, totals }: Rows, more: boolean): Group[] {
  return LIST_ORDER.map((status) => {
    const rows = docs.filter((card) => card.status === status);
    const total = totals ? (totals[status] ?? 0) : more ? null : rows.length;
    return { status, label: statusOf(status).label, docs: rows, total };
  }).filter(
    ({ status, docs: rows, total }) => rows.length > 0 || (status === COMPLETED && total !== null && total > 0),
  );
}

/** False while all that is missing belongs to folded groups. */
export function moreWouldShow({ docs, totals }: Rows, folded: ReadonlySet<number>): boolean {
  const last = docs.at(-1);
  if (totals)
    return LIST_ORDER.some(
      (code) => !folded.has(code) && (totals[code] ?? 0) > docs.filter(({ status }) => status === code).length,
    );
  // In list order only completed tasks follow a completed one.
  return last?.status !== COMPLETED || !folded.has(COMPLETED);
}

export const totalsOf = (counts: TaskCounts): Record<number, number> => ({
  1: counts.pending,
  2: counts.in_process,
  3: counts.testing,
  4: counts.completed,
  5: counts.backlogs,
});
