import 'server-only';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { showEmail, showPicture } from '@/lib/person/seat';
import type { ThemeName } from '@/lib/session/vocabulary';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** An account by its address. `verified`: somebody proved that the mailbox is theirs, so the password is theirs too. */
export type Account = { id: string; name: string; password_hash: string; verified: boolean };

/** The account with this address; null if there is none. */
export async function accountOf({ db }: AuthCtx, email: string): Promise<Account | null> {
  const [row] = await db.$queryRaw<Account[]>`
    select id, name, password_hash, email_verified_at is not null as verified from person where email = ${email}`;
  return row ?? null;
}

/** The account with this address, made if there is none; its password is never changed here. */
export async function findOrCreateAccount(
  auth: AuthCtx,
  email: string,
  name: string,
  passwordHash: string,
): Promise<Account> {
  const id = newId();
  await auth.db.$executeRaw`insert into person (id, email, name, password_hash)
    values (${id}::uuid, ${email}, ${name}, ${passwordHash}) on conflict (email) do nothing`;
  return (await accountOf(auth, email)) as Account;
}

/**
 * The account of somebody who just proved that the mailbox is theirs. An account that nobody had proved takes the name
 * and password given now: whoever made it could not read this mailbox. A proved one stays as it is, password included.
 */
export async function verifiedAccount(
  auth: AuthCtx,
  email: string,
  name: string,
  passwordHash: string,
): Promise<Account> {
  const before = await findOrCreateAccount(auth, email, name, passwordHash);
  if (before.verified) return before;
  await auth.db
    .$executeRaw`update person set email_verified_at = now(), name = ${name}, password_hash = ${passwordHash}, password_changed_at = now(),
           must_change_password = false
    where id = ${before.id}::uuid and email_verified_at is null`;
  return { ...before, name, password_hash: passwordHash, verified: true };
}

/** What follows a person to every browser. */
export type Choices = { theme: ThemeName; single_keys: boolean; email: string };

export async function choicesOf(personId: string): Promise<Choices> {
  const [choices] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<Choices[]>`select theme, single_keys, email from person where id = ${personId}::uuid`,
  );
  return choices ?? { theme: 'system', single_keys: true, email: '' };
}

/** Changes what somebody set up of their own account. */
export const changePerson = ({ db }: AuthCtx, id: string, data: Prisma.PersonUpdateManyMutationInput) =>
  db.person.updateMany({ where: { id }, data });

/** A picture as it is served. */
export type StoredPicture = { version: string; bytes: Uint8Array };

/** The person's picture from now on, in all their seats; null for none. */
export async function replacePicture(auth: AuthCtx, id: string, picture: StoredPicture | null): Promise<void> {
  const { db } = auth;
  if (picture)
    await db.$executeRaw`insert into person_picture (person_id, version, bytes)
      values (${id}::uuid, ${picture.version}, ${picture.bytes})
      on conflict (person_id) do update set version = excluded.version, bytes = excluded.bytes, created_at = now()`;
  else await db.$executeRaw`delete from person_picture where person_id = ${id}::uuid`;
  await db.$executeRaw`update person set picture = ${picture?.version ?? null} where id = ${id}::uuid`;
  await showPicture(auth, id);
}

/** Another password. `proved`: a code that went to the mailbox came with it. */
export const writePassword = ({ db }: AuthCtx, id: string, passwordHash: string, proved: boolean) =>
  db.$executeRaw`update person set password_hash = ${passwordHash}, password_changed_at = now(), must_change_password = false,
    email_verified_at = case when ${proved}::boolean then coalesce(email_verified_at, now()) else email_verified_at end
    where id = ${id}::uuid`;

/** Another email that is asked for, and waits for its code; null for none. */
export const writePendingEmail = ({ db }: AuthCtx, id: string, email: string | null) =>
  db.$executeRaw`update person set pending_email = ${email}, pending_email_at = case when ${email}::text is not null then now() end
    where id = ${id}::uuid`;

/** The email that waited is the account's, in all its seats. False: another was asked for meanwhile. Throws where it is taken. */
export async function useEmail(auth: AuthCtx, id: string, email: string): Promise<boolean> {
  const changed = await auth.db
    .$executeRaw`update person set email = ${email}, email_verified_at = now(), pending_email = null,
    pending_email_at = null where id = ${id}::uuid and pending_email = ${email}`;
  if (changed) await showEmail(auth, id, email);
  return changed > 0;
}
