import 'server-only';
import { forgetPending } from '@/lib/auth/change-address';
import { type CodeFor, issueCode, redeemCode } from '@/lib/auth/codes';
import { evenly } from '@/lib/auth/even-time';
import { presentKey } from '@/lib/auth/keys';
import { countAsked, countCodeTry, mayMail } from '@/lib/auth/limits';
import { endSessionsOf } from '@/lib/auth/own-sessions';
import { hashPassword } from '@/lib/auth/password';
import { passwordProblem } from '@/lib/auth/password-rules';
import { auditAs } from '@/lib/auth/person';
import type { AskReset, ResetPassword } from '@/lib/auth/schema';
import type { Client } from '@/lib/auth/sign-in';
import { asAuth, type Db } from '@/lib/db';
import { invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { kickOutbox } from '@/lib/outbox';

const EVEN_MS = 350;
type Seat = { person_id: string; member_id: string; org_id: string; org_name: string; name: string };

const codeFor = (email: string, key: string): CodeFor => ({ purpose: 'reset', email, orgKey: key });

async function seatOf(db: Db, email: string, key: string): Promise<Seat | null> {
  const [seat] = await db.$queryRaw<Seat[]>`
    select p.id as person_id, m.id as member_id, o.id as org_id, o.name as org_name, m.name
      from person p join member m on m.person_id = p.id join organisation o on o.id = m.org_id
     where p.email = ${email} and o.key = ${key} and o.verified_at is not null and m.deactivated_at is null
       and (o.deleted_at is null or m.role = 'admin')`;
  return seat ?? null;
}

/** Sends a code for a new password to a member's address; for any other address it says the same and sends nothing. */
export async function askForReset({ email, sub_domain }: AskReset, client: Client): Promise<null> {
  const key = await presentKey(sub_domain);
  await countAsked('reset', email, key, client);
  await evenly(EVEN_MS, async () => {
    await asAuth(async (db) => {
      const seat = await seatOf(db, email, key);
      if (!seat || !(await mayMail(db, 'reset', email, key, client))) return;
      const code = await issueCode(db, codeFor(email, key));
      const data = { organisation: seat.org_name, code, key };
      await queueMail(db, { orgId: seat.org_id, to: email, template: 'resetCode', data });
    });
    kickOutbox();
  });
  return null;
}

/**
 * A new password with the code from the mail. Every session of the person ends, in all organisations, and so does every
 * other code. Throws `invalid` for a code or a password that will not do.
 * @returns the id of the member whose mailbox it was.
 */
export async function resetPassword(input: ResetPassword, client: Client): Promise<string> {
  const { email, otp, new_password: password } = input;
  const key = await presentKey(input.sub_domain);
  const problem = passwordProblem(password, { email, key });
  if (problem) throw invalidField('new_password', problem);
  await countCodeTry('reset', email, key, client);
  return evenly(EVEN_MS, async () => {
    const passwordHash = await hashPassword(password);
    const memberId = await redeemCode(codeFor(email, key), otp, client, async (db) => {
      const seat = await seatOf(db, email, key);
      if (!seat) throw invalidField('otp', 'This code is not right, or it is over.');
      const named = passwordProblem(password, { email, key, name: seat.name, organisation: seat.org_name });
      if (named) throw invalidField('new_password', named);
      await setPassword(db, { personId: seat.person_id, email, passwordHash, proved: true });
      await auditAs(
        db,
        { orgId: seat.org_id, memberId: seat.member_id, action: 'password.reset', target: email },
        client,
      );
      const data = { name: seat.name, organisation: seat.org_name, key };
      await queueMail(db, { orgId: seat.org_id, to: email, template: 'passwordChanged', data });
      return seat.member_id;
    });
    kickOutbox();
    return memberId;
  });
}

/** `proved`: a code that went to the mailbox came with it. `keep`: the session in which it is done goes on. */
type NewPassword = { personId: string; email: string; passwordHash: string; keep?: string; proved?: boolean };

/** Sets the password and ends what the old one opened: sessions (but `keep`), their live connections, and waiting codes. */
export async function setPassword(db: Db, { personId, email, passwordHash, keep, proved }: NewPassword): Promise<void> {
  await db.$executeRaw`update person set password_hash = ${passwordHash}, password_changed_at = now(), must_change_password = false,
    email_verified_at = case when ${proved ?? false}::boolean then coalesce(email_verified_at, now()) else email_verified_at end where id = ${personId}::uuid`;
  await endSessionsOf(db, personId, { keep });
  await db.$executeRaw`update one_time_code set used_at = now() where email = ${email} and purpose = 'reset' and used_at is null`;
  // Whoever had the old password may have asked for another address with it.
  await forgetPending(db, personId);
}
