import type { NotificationRecord } from '@/lib/notification/schema';
import { subjectIn } from '@/lib/notification/vocabulary.row';

type Row = NotificationRecord;

/** What was listed when somebody began to read: in which order, and when the newest of it came. */
export type Listed = { subjects: readonly string[]; newest: string };

/** `rows`: newest first, as the server gives them. */
export const listedIn = (rows: readonly Row[]): Listed => ({
  subjects: rows.map(subjectIn),
  newest: rows[0]?.arrived_at ?? '',
});

/** Rows as they stand for whoever reads: what came since waits, unless its row is there already and keeps its place. */
export function heldRows(rows: readonly Row[], { subjects, newest }: Listed): { rows: Row[]; waiting: number } {
  const shown = rows.filter(({ arrived_at }) => arrived_at <= newest);
  const since = new Map(rows.filter(({ arrived_at }) => arrived_at > newest).map((row) => [subjectIn(row), row]));
  for (const [at, subject] of subjects.entries()) {
    const row = since.get(subject);
    if (!row) continue;
    const above = subjects.slice(0, at);
    shown.splice(shown.findLastIndex((one) => above.includes(subjectIn(one))) + 1, 0, row);
  }
  return { rows: shown, waiting: rows.length - shown.length };
}

/** Which rows begin a group: the first one of today, and the first of the days before. */
export function groupsOf(rows: readonly Row[], isToday: (moment: string) => boolean): ReadonlyMap<Row, string> {
  const earlier = rows.find(({ arrived_at }) => !isToday(arrived_at));
  const [first] = rows;
  const groups = new Map<Row, string>();
  if (first && first !== earlier) groups.set(first, 'Today');
  if (earlier) groups.set(earlier, 'Earlier');
  return groups;
}
