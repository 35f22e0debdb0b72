import 'server-only';
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { asAuth, type Db } from '@/lib/db';
import { env } from '@/lib/env';
import { invalidField } from '@/lib/errors';
import { seal, unseal } from '@/lib/seal';
import { newId } from '@/lib/validation';

/** Six-digit codes that go out by mail: 10 minutes, 5 tries, one use; a new one ends the ones before. */
export type CodePurpose = 'found' | 'join' | 'reset' | 'email' | 'domain';
export type CodeFor = { purpose: CodePurpose; email: string; orgKey: string };
export type RedeemedCode<T> = { id: string; data: T };

const TRIES = 5;
/** How long what a sign-up said is kept, so that another code can be asked for. */
const KEPT = '1 day';

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'guildhall one-time codes', 32));

// Bound to the row: the same code for somebody else, or for something else, has another hash.
const hashed = (secret: string, id: string, { purpose, email, orgKey }: CodeFor, code: string) =>
  createHmac('sha256', keyOf(secret)).update([id, purpose, email, orgKey, code].join('\n')).digest();

/** Makes a code in the caller's transaction and ends those before it. `data` lies sealed until the code is redeemed. */
export async function issueCode(db: Db, wanted: CodeFor, data: unknown = {}): Promise<string> {
  const { purpose, email, orgKey } = wanted;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = newId();
  const hash = hashed(env.authSecrets[0] as string, id, wanted, code).toString('base64url');
  await endCodes(db, wanted);
  await db.$executeRaw`insert into one_time_code (id, purpose, email, org_key, code_hash, data, expires_at)
    values (${id}::uuid, ${purpose}, ${email}, ${orgKey}, ${hash}, jsonb_build_object('sealed', ${seal(data)}::text),
            now() + interval '10 minutes')`;
  return code;
}

/** Ends every open code of this purpose for the address. */
export const endCodes = (db: Db, { purpose, email, orgKey }: CodeFor) =>
  db.$executeRaw`update one_time_code set used_at = now()
    where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null`;

/** What the last unredeemed request said, although its code may be over; null if nothing is kept. */
export async function lastRequest<T>(db: Db, { purpose, email, orgKey }: CodeFor): Promise<T | null> {
  const [row] = await db.$queryRaw<{ sealed: string }[]>`
    select data->>'sealed' as sealed from one_time_code
     where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null
       and created_at > now() - ${KEPT}::interval order by created_at desc limit 1`;
  return row ? unseal<T>(row.sealed) : null;
}

const wrongCode = () =>
  invalidField('otp', 'This code is not right, or it is over. Check the newest mail, or ask for a new code.');

/**
 * Takes a code. The try is counted first and for good; then `work` runs in the transaction that uses the code up, so that
 * of two at once one wins, and a failure leaves the code as it was. The same `invalid` for whatever is not right.
 */
export async function redeemCode<D, T>(
  wanted: CodeFor,
  code: string,
  work: (db: Db, redeemed: RedeemedCode<D>) => Promise<T>,
): Promise<T> {
  const { purpose, email, orgKey } = wanted;
  const [row] = await asAuth(
    (db) => db.$queryRaw<{ id: string; code_hash: string; sealed: string }[]>`
      update one_time_code set tries = tries + 1
       where id = (select id from one_time_code
                    where email = ${email} and purpose = ${purpose} and org_key = ${orgKey} and used_at is null
                      and expires_at > now() order by created_at desc limit 1)
         and tries < ${TRIES} and used_at is null and expires_at > now()
      returning id, code_hash, data->>'sealed' as sealed`,
  );
  const id = row?.id ?? newId();
  const given = env.authSecrets.map((secret) => hashed(secret, id, wanted, code));
  const stored = Buffer.from(row?.code_hash ?? '', 'base64url');
  if (!row || !given.some((one) => one.length === stored.length && timingSafeEqual(one, stored))) throw wrongCode();
  return asAuth(async (db) => {
    const used =
      await db.$executeRaw`update one_time_code set used_at = now() where id = ${id}::uuid and used_at is null`;
    if (!used) throw wrongCode();
    return work(db, { id, data: unseal<D>(row.sealed) });
  });
}
