import 'server-only';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { showEmail, showPicture } from '@/lib/person/seat';
import type { ThemeName } from '@/lib/session/vocabulary';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** `verified`: the owner proved the mailbox, so the password is theirs too. */
export type Account = { id: string; name: string; password_hash: string; verified: boolean };

export async function accountOf({ db }: AuthCtx, email: string): Promise<Account | null> {
  const [row] = await db.$queryRaw<Account[]>`
    select id, name, password_hash, email_verified_at is not null as verified from person where email = ${email}`;
  return row ?? null;
}

/** Makes the account if missing; never changes a password. */
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

/** An unproved account takes the new name and password: a stranger may have made it. A proved one stays as it is. */
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

export type Choices = { theme: ThemeName; single_keys: boolean; email: string };

export async function choicesOf(personId: string): Promise<Choices> {
  const [choices] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<Choices[]>`select theme, single_keys, email from person where id = ${personId}::uuid`,
  );
  return choices ?? { theme: 'system', single_keys: true, email: '' };
}

export const changePerson = ({ db }: AuthCtx, id: string, data: Prisma.PersonUpdateManyMutationInput) =>
  db.person.updateMany({ where: { id }, data });

export type StoredPicture = { version: string; bytes: Uint8Array };

/** In all the person's seats; null: none. */
export async function replacePicture(auth: AuthCtx, id: string, picture: StoredPicture | null): Promise<void> {
  const { db } = auth;
  if (picture)
    await db.$executeRaw`insert into person_picture (person_id, version, bytes)
      values (${id}::uuid, ${picture.version}, ${picture.bytes})
      on conflict (person_id) do update set version = excluded.version, bytes = excluded.bytes, created_at = now()`;
  else await db.personPicture.deleteMany({ where: { personId: id } });
  await changePerson(auth, id, { picture: picture?.version ?? null });
  await showPicture(auth, id);
}

/** `proved`: with a code from the mailbox. */
export const writePassword = ({ db }: AuthCtx, id: string, passwordHash: string, proved: boolean) =>
  db.$executeRaw`update person set password_hash = ${passwordHash}, password_changed_at = now(), must_change_password = false,
    email_verified_at = case when ${proved}::boolean then coalesce(email_verified_at, now()) else email_verified_at end
    where id = ${id}::uuid`;

export const writePendingEmail = (auth: AuthCtx, id: string, pendingEmail: string | null) =>
  changePerson(auth, id, { pendingEmail, pendingEmailAt: pendingEmail && new Date() });

/** In all seats. False: another one was asked for meanwhile. Throws if it is taken. */
export async function useEmail(auth: AuthCtx, id: string, email: string): Promise<boolean> {
  const data = { email, emailVerifiedAt: new Date(), pendingEmail: null, pendingEmailAt: null };
  const { count } = await auth.db.person.updateMany({ where: { id, pendingEmail: email }, data });
  if (count) await showEmail(auth, id, email);
  return count > 0;
}
