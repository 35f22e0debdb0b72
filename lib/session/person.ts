import 'server-only';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { DomainError } from '@/lib/errors';
import type { ThemeName } from '@/lib/session/vocabulary';
import { newId } from '@/lib/validation';

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

/**
 * The seat that an organisation made for whoever reads this mailbox becomes this person's, in the transaction that showed
 * the mailbox to be theirs. Null: none waits. Whoever is a member there already keeps that seat, and the one that waited
 * ends. Throws `gone` for a seat that was deactivated.
 */
export async function takeSeat(
  { db }: AuthCtx,
  { orgId, email, personId }: { orgId: string; email: string; personId: string },
): Promise<string | null> {
  const [seat] = await db.$queryRaw<{ id: string; deactivated: boolean; member: boolean }[]>`
    select m.id, m.deactivated_at is not null as deactivated,
           exists (select from member own where own.org_id = m.org_id and own.person_id = ${personId}::uuid) as member
      from member m where m.org_id = ${orgId}::uuid and m.email = ${email} and m.person_id is null for update`;
  if (!seat) return null;
  if (seat.member) {
    await db.$executeRaw`update member set deactivated_at = coalesce(deactivated_at, now()) where id = ${seat.id}::uuid`;
    return null;
  }
  if (seat.deactivated) throw new DomainError('gone', 'Your membership was deactivated. Ask an admin there.');
  await db.$executeRaw`update member set person_id = ${personId}::uuid, placed_at = null where id = ${seat.id}::uuid`;
  return seat.id;
}

/** The person's picture in this membership, as it is now: one that was made since may be known there already. */
async function takePicture({ db }: AuthCtx, memberId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ picture: string | null }[]>`
    with here as (
      select m.id, m.picture as before, '/api/picture/' || m.id || '/' || p.picture || '.webp' as now
        from member m join person p on p.id = m.person_id where m.id = ${memberId}::uuid),
    taken as (update member m set picture = here.now from here where m.id = here.id and here.before is distinct from here.now)
    select now as picture from here`;
  return row?.picture ?? null;
}

/** Somebody came in: this is when they were last here. Answers their picture as it is now. */
export async function recordSignIn(auth: AuthCtx, memberId: string): Promise<string | null> {
  await auth.db.$executeRaw`update member set last_seen_at = now() where id = ${memberId}::uuid`;
  return takePicture(auth, memberId);
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
