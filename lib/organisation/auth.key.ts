import 'server-only';
import { countKeyChange } from '@/lib/attempts/limits';
import { withAuth } from '@/lib/auth';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { moveCodes } from '@/lib/session/codes';
import { requireFreeKey } from '@/lib/session/organisation-keys';

/**
 * In the caller's transaction. The old key redirects and stays reserved; a former own key can be taken back. Waiting
 * sign-ups and resets need a new code. Throws `conflict`. Returns the old key.
 */
export async function moveToKey(ctx: Ctx, key: string): Promise<string> {
  const { id } = ctx.org;
  if (key === ctx.org.key) return key;
  await countKeyChange(ctx);
  return withAuth(ctx, async (auth) => {
    const { db } = auth;
    await requireFreeKey(auth, key, id);
    const [org] = await db.$queryRaw<{ key: string }[]>`
      select key from organisation where id = ${id}::uuid and deleted_at is null for update`;
    if (!org) throw notFound('The organisation');
    if (org.key === key) return key;
    await db.$executeRaw`delete from former_key where key = ${key} and organisation_id = ${id}::uuid`;
    await db.$executeRaw`insert into former_key (key, organisation_id) values (${org.key}, ${id}::uuid)`;
    await db.$executeRaw`update organisation set key = ${key}, version = version + 1 where id = ${id}::uuid`;
    await moveCodes(auth, org.key, key);
    return org.key;
  });
}
