import 'server-only';
import type { AuthCtx } from '@/lib/auth';
import { endLive } from '@/lib/outbox';

/**
 * Deletes sessions of a person, all but `keep` or `only` one, in all organisations, and has their open browsers leave.
 * How many ended.
 */
export async function endSessionsOf(
  { db }: AuthCtx,
  personId: string,
  { keep, only }: { keep?: string; only?: string },
): Promise<number> {
  const ended = await db.$queryRaw<{ org_id: string; member_id: string }[]>`
    delete from session where member_id in (select id from member where person_id = ${personId}::uuid)
       and id is distinct from ${keep ?? null}::uuid and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)
    returning org_id, member_id`;
  await endLive(db, ended);
  return ended.length;
}
