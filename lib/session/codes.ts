import 'server-only';
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { forgetGuesses, mayGuess } from '@/lib/attempts/limits';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { env } from '@/lib/env';
import { invalidField } from '@/lib/errors';
import { seal, unseal } from '@/lib/seal';
import type { Db } from '@/lib/sql';
import { newId } from '@/lib/validation';

/** Six-digit codes that go out by mail: 10 minutes, 5 tries, one use. */
export type CodePurpose = 'found' | 'join' | 'reset' | 'email' | 'domain';
export type CodeFor = { purpose: CodePurpose; email: string; orgKey: string };
export type RedeemedCode<T> = { id: string; data: T };

const TRIES = 5;
/** A guess is compared with so many open codes; each counts it as a try. */
const AT_ONCE = 5;
/** How long the data of a sign-up is kept, so that another code can be asked for. */
const KEPT = '1 day';

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'guildhall one-time codes', 32));

// Bound to the row: the same code for another person or purpose has another hash.
const hashed = (secret: string, id: string, { purpose, email, orgKey }: CodeFor, code: string) =>
  createHmac('sha256', keyOf(secret)).update([id, purpose, email, orgKey, code].join('\n')).digest();

/** Ends earlier codes, or only `replaced`, where several people wait with one address. `data` is stored sealed. */
export async function issueCode(
  auth: AuthCtx,
  wanted: CodeFor,
  data: unknown = {},
  replaced: readonly string[] | null = null,
): Promise<string> {
  const { purpose, email, orgKey } = wanted;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = newId();
  const hash = hashed(env.authSecrets[0] as string, id, wanted, code).toString('base64url');
  await endCodes(auth, wanted, replaced);
  await auth.db.$executeRaw`insert into one_time_code (id, purpose, email, org_key, code_hash, data, expires_at)
    values (${id}::uuid, ${purpose}, ${email}, ${orgKey}, ${hash}, jsonb_build_object('sealed', ${seal(data)}::text),
            now() + interval '10 minutes')`;
  return code;
}

/** Ends the open codes of this purpose for the address, or only `ids`. */
export const endCodes = ({ db }: AuthCtx, { purpose, email, orgKey }: CodeFor, ids: readonly string[] | null = null) =>
  db.$executeRaw`update one_time_code set used_at = now()
    where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null
      and (${ids === null}::boolean or id = any(${ids ?? []}::uuid[]))`;

/** Data of the last day's unredeemed requests, newest first, also where the code has expired. */
export async function openRequests<T>(
  { db }: AuthCtx,
  { purpose, email, orgKey }: CodeFor,
): Promise<RedeemedCode<T>[]> {
  const rows = await db.$queryRaw<{ id: string; sealed: string }[]>`
    select id, data->>'sealed' as sealed from one_time_code
     where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null
       and created_at > now() - ${KEPT}::interval order by created_at desc, id desc`;
  return rows.map(({ id, sealed }) => ({ id, data: unseal<T>(sealed) }));
}

const wrongCode = () =>
  invalidField(
    'otp',
    'This code is wrong or has expired. Check the latest email, or ask for a new code. After five wrong codes, wait an hour.',
  );

/**
 * The try counts even if the rest fails; `work` runs in the transaction that uses the code up, so of two at once one
 * wins. Always the same `invalid`. `choose`: whose data, where several asked with one address; may throw.
 */
export async function redeemCode<D, T>(
  wanted: CodeFor,
  code: string,
  client: Client,
  work: (auth: AuthCtx, redeemed: RedeemedCode<D>) => Promise<T>,
  choose?: (requests: D[]) => Promise<D>,
): Promise<T> {
  const { purpose, email, orgKey } = wanted;
  const open = await withAuth(client, async (auth) => {
    const compared = await auth.db.$queryRaw<{ id: string; code_hash: string; sealed: string }[]>`
      update one_time_code set tries = tries + 1
       where id in (select id from one_time_code
                     where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null
                       and expires_at > now() order by created_at desc limit ${AT_ONCE})
         and tries < ${TRIES} and used_at is null and expires_at > now()
      returning id, code_hash, data->>'sealed' as sealed`;
    // Not compared, so the code keeps its tries.
    if (compared.length && !(await mayGuess(auth, email))) throw wrongCode();
    return compared;
  });
  const row = open.find(({ id, code_hash }) => {
    const stored = Buffer.from(code_hash, 'base64url');
    return env.authSecrets.some((secret) => {
      const given = hashed(secret, id, wanted, code);
      return given.length === stored.length && timingSafeEqual(given, stored);
    });
  });
  if (!row) throw wrongCode();
  await forgetGuesses(email, client);
  const { id } = row;
  const requests = choose && (await withAuth(client, (auth) => openRequests<D>(auth, wanted))).map(({ data }) => data);
  const data = choose && requests ? await choose(requests) : unseal<D>(row.sealed);
  return withAuth(client, async (auth) => {
    const used = await auth.db.oneTimeCode.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } });
    if (!used.count) throw wrongCode();
    // The mailbox is proved: requests by others with this address end.
    await endCodes(auth, wanted);
    return work(auth, { id, data });
  });
}

/** Ends open codes sent to this mailbox, for any key; `purpose`: only those. */
export const endCodesTo = ({ db }: AuthCtx, email: string, purpose?: CodePurpose) =>
  db.oneTimeCode.updateMany({ where: { email, usedAt: null, purpose }, data: { usedAt: new Date() } });

/** Open requests follow an organisation to its new key. Codes are bound to the key, so a new one must be asked for. */
export const moveCodes = ({ db }: AuthCtx, from: string, to: string) =>
  db.oneTimeCode.updateMany({ where: { orgKey: from, usedAt: null }, data: { orgKey: to } });

export const forgetCodes = (db: Db) =>
  db.$executeRaw`delete from one_time_code where expires_at < now() - interval '1 day'`;
