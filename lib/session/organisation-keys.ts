import 'server-only';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { ORG_KEY, RESERVED_KEYS, WITHHELD_KEYS } from '@/lib/tenant/tenant';

export type KeyAvailability = { key: string; free: boolean; reason: string | null };

/** What a key looks like at a glance: `acrne` and `acme`, `g1obex` and `globex` are the same. */
function skeletonOf(key: string): string {
  return key
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0158]/g, (digit) => ({ '0': 'o', '1': 'l', '5': 's', '8': 'b' })[digit] ?? digit)
    .replaceAll('i', 'l');
}

const RESERVED_SKELETONS = new Set([...RESERVED_KEYS, ...WITHHELD_KEYS].map(skeletonOf));

/** Why a text cannot be a key; null if it can. */
export function keyProblem(key: string): string | null {
  if (key.length < 2) return 'A key has at least 2 characters.';
  if (key.length > 32) return 'A key has 32 characters at most.';
  if (/[^a-z0-9-]/.test(key)) return 'A key can only have letters from a to z, digits and hyphens.';
  if (!ORG_KEY.test(key)) return 'A key cannot start or end with a hyphen.';
  if (/^\d/.test(key)) return 'A key has to start with a letter.';
  if (key.includes('--')) return 'A key cannot have two hyphens in a row.';
  if (RESERVED_KEYS.has(key) || WITHHELD_KEYS.has(key))
    return `“${key}” is reserved for the application. Choose another key.`;
  if (RESERVED_SKELETONS.has(skeletonOf(key)))
    return `“${key}” looks like a name reserved for the application. Choose another key.`;
  return null;
}

/** `own`: the organisation whose present and former keys do not count as taken. */
async function taken({ db }: AuthCtx, key: string, own: string | null): Promise<{ same: boolean } | null> {
  const [row] = await db.$queryRaw<{ same: boolean }[]>`
    select key = ${key} as same
      from (select key, id from organisation union all select key, organisation_id from former_key) as keys
     where (${own}::uuid is null or id is distinct from ${own}::uuid) and (key = ${key} or replace(translate(replace(replace(replace(key, '-', ''), 'rn', 'm'), 'vv', 'w'), '0158', 'olsb'), 'i', 'l')
       = ${skeletonOf(key)})
     order by key = ${key} desc limit 1`;
  return row ?? null;
}

const TAKEN = (key: string) => `“${key}” is taken. Choose another key.`;
const CONFUSABLE = (key: string) => `“${key}” looks too much like the key of another organisation. Choose another one.`;

/** `own`: the caller's context, where an organisation that exists wants another key. */
export async function availabilityOf(given: string, own: Ctx | null = null): Promise<KeyAvailability> {
  const key = given.trim().toLowerCase();
  const problem = keyProblem(key);
  if (problem) return { key, free: false, reason: problem };
  const found = await withAuth(own, (auth) => taken(auth, key, own?.org.id ?? null));
  return { key, free: !found, reason: found && (found.same ? TAKEN(key) : CONFUSABLE(key)) };
}

/** Throws `invalid` for what cannot be a key, `conflict` for a taken one. `own`: the organisation that wants it. */
export async function requireFreeKey(auth: AuthCtx, key: string, own: string | null = null): Promise<void> {
  const problem = keyProblem(key);
  if (problem) throw invalidField('sub_domain', problem);
  // Requests for the same or a look-alike key run one after the other.
  await auth.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`key:${skeletonOf(key)}`}, 0))`;
  const found = await taken(auth, key, own);
  if (found?.same) throw keyTaken(key);
  if (found) throw invalidField('sub_domain', CONFUSABLE(key));
}

/** The present key of the organisation that once had this one; any other key unchanged. */
export async function presentKey(key: string): Promise<string> {
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<{ key: string }[]>`
      select o.key from former_key f join organisation o on o.id = f.organisation_id where f.key = ${key}`,
  );
  return row?.key ?? key;
}

export const keyTaken = (key: string) =>
  new DomainError('conflict', TAKEN(key), { errors: { sub_domain: [TAKEN(key)] } });
