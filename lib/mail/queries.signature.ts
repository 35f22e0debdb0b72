import 'server-only';
import type { Ctx } from '@/lib/org';

/** With the number that tells namesakes apart: an email's readers see neither picture nor address. */
export async function signature({ db, actor }: Ctx): Promise<string> {
  const [own] = await db.$queryRaw<{ name: string }[]>`
    select shown_name(m.name, m.namesake) as name from member m where m.id = ${actor.memberId}::uuid`;
  return own?.name ?? actor.name;
}
