import 'server-only';
import type { Ctx } from '@/lib/org';

/**
 * The time that came with tasks of an import, the caller's and marked with who logged it there, as the plan of each row (not marked as made yet) says;
 * history does not tell. @returns how many entries
 */
export async function logImportedTime(
  { db }: Ctx,
  batchId: string,
  rows: readonly { position: number; id: string; data: { time: readonly unknown[] } }[],
): Promise<number> {
  const timed = rows.filter(({ data }) => data.time.length);
  if (!timed.length) return 0;
  const [made] = await db.$queryRaw<{ count: number }[]>`
    select log_imported_time(${batchId}::uuid, ${timed.map(({ position }) => position)}::int[], ${timed.map(({ id }) => id)}::uuid[]) as count`;
  return made?.count ?? 0;
}
