import 'server-only';
import type { AuthCtx } from '@/lib/auth';
import { keyTaken } from '@/lib/session/organisation-keys';
import { newId } from '@/lib/validation';

type NewOrganisation = { name: string; key: string; verified: boolean };

/** Returns the id. Throws `conflict` for a taken key. */
export async function addOrganisation({ db }: AuthCtx, { name, key, verified }: NewOrganisation): Promise<string> {
  const id = newId();
  // The unique index decides between two at once: the second waits, then fails.
  const [made] = await db.$queryRaw<{ id: string }[]>`
    insert into organisation (id, key, name, tint, verified_at)
    values (${id}::uuid, ${key}, ${name}, ${tintOf(key)}, case when ${verified} then now() end)
    on conflict (key) do nothing returning id`;
  if (!made) throw keyTaken(key);
  return made.id;
}

const tintOf = (key: string) => `c${([...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 8) + 1}`;

/** Undefined if it is open already. */
export async function openOrganisation(
  { db }: AuthCtx,
  key: string,
  founderId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [org] = await db.$queryRaw<{ id: string; name: string }[]>`
    update organisation set verified_at = now() where key = ${key} and verified_at is null
       and id = (select org_id from member where id = ${founderId}::uuid) returning id, name`;
  return org;
}
