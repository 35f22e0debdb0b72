import 'server-only';
import type { Db } from '@/lib/db';
import { newId } from '@/lib/validation';

/** An account by its address. `verified`: somebody proved that the mailbox is theirs, so the password is theirs too. */
export type Account = { id: string; name: string; password_hash: string; verified: boolean };

/** The account with this address; null if there is none. */
export async function accountOf(db: Db, email: string): Promise<Account | null> {
  const [row] = await db.$queryRaw<Account[]>`
    select id, name, password_hash, email_verified_at is not null as verified from person where email = ${email}`;
  return row ?? null;
}

/** The account with this address, made if there is none; its password is never changed here. */
export async function keptAccount(db: Db, email: string, name: string, passwordHash: string): Promise<Account> {
  const id = newId();
  await db.$executeRaw`insert into person (id, email, name, password_hash)
    values (${id}::uuid, ${email}, ${name}, ${passwordHash}) on conflict (email) do nothing`;
  return (await accountOf(db, email)) as Account;
}

/**
 * The account of somebody who just proved that the mailbox is theirs. An account that nobody had proved takes the name
 * and password given now: whoever made it could not read this mailbox. A proved one stays as it is, password included.
 */
export async function provenAccount(db: Db, email: string, name: string, passwordHash: string): Promise<Account> {
  const before = await keptAccount(db, email, name, passwordHash);
  if (before.verified) return before;
  await db.$executeRaw`update person set email_verified_at = now(), name = ${name}, password_hash = ${passwordHash}, password_changed_at = now(),
           must_change_password = false
    where id = ${before.id}::uuid and email_verified_at is null`;
  return { ...before, name, password_hash: passwordHash, verified: true };
}

/** A line of the audit log by the member itself, before there is a seat. */
export const auditAs = (
  db: Db,
  { orgId, memberId, action, target }: { orgId: string; memberId: string; action: string; target: string },
  client: { ip?: string; userAgent?: string },
) => db.$executeRaw`insert into audit (id, org_id, actor_id, action, target, ip, user_agent)
    values (${newId()}::uuid, ${orgId}::uuid, ${memberId}::uuid, ${action}, ${target}, ${client.ip ?? null},
            ${client.userAgent?.slice(0, 300) ?? null})`;

/** The person's picture in this membership, as it is now: one that was made since may be known there already. */
export async function takePicture(db: Db, memberId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ picture: string | null }[]>`
    with here as (
      select m.id, m.picture as before, '/api/picture/' || m.id || '/' || p.picture || '.webp' as now
        from member m join person p on p.id = m.person_id where m.id = ${memberId}::uuid),
    taken as (update member m set picture = here.now from here where m.id = here.id and here.before is distinct from here.now)
    select now as picture from here`;
  return row?.picture ?? null;
}

/**
 * Somebody came in: their seat is not merely made for them any more, and this is when they were last here. Answers their
 * picture as it is now.
 */
export async function noteEntry(db: Db, memberId: string): Promise<string | null> {
  await db.$executeRaw`update member set last_seen_at = now(), placed_at = case when approval = 1 then null else placed_at end
    where id = ${memberId}::uuid`;
  return takePicture(db, memberId);
}
