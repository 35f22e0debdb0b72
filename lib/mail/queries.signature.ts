import 'server-only';
import type { Ctx } from '@/lib/org';

/**
 * The caller's name as emails to others say it: with the number that tells two people apart who look alike, as screens do.
 * Whoever gets the mail sees no picture and no address of theirs.
 */
export async function signature({ db, actor }: Ctx): Promise<string> {
  const [own] = await db.$queryRaw<{ name: string }[]>`
    select shown_name(m.name, m.namesake) as name from member m where m.id = ${actor.memberId}::uuid`;
  return own?.name ?? actor.name;
}
