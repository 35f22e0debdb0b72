import 'server-only';
import { forgetPending } from '@/lib/account/change-email';
import { countAsked, countCodeTry, mayMail } from '@/lib/attempts/limits';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { hashPassword } from '@/lib/password/password';
import { passwordProblem } from '@/lib/password/password-rules';
import { verifiedAccount, writePassword } from '@/lib/person/person';
import { takeSeat } from '@/lib/person/seat';
import { type CodeFor, endCodesTo, issueCode, redeemCode } from '@/lib/session/codes';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { presentKey } from '@/lib/session/organisation-keys';
import type { AskReset, ResetPassword } from '@/lib/session/schema';
import { endSessionsOf } from '@/lib/session/sessions';

const EVEN_MS = 350;
/** `person_id` null: the seat waits for the owner of this mailbox. */
type Seat = { person_id: string | null; member_id: string; org_id: string; org_name: string; name: string };

const codeFor = (email: string, key: string): CodeFor => ({ purpose: 'reset', email, orgKey: key });

async function seatOf({ db }: AuthCtx, email: string, key: string): Promise<Seat | null> {
  const [seat] = await db.$queryRaw<Seat[]>`
    select m.person_id, m.id as member_id, o.id as org_id, o.name as org_name, m.name
      from member m join organisation o on o.id = m.org_id
     where m.email = ${email} and o.key = ${key} and o.verified_at is not null and m.deactivated_at is null
       and (o.deleted_at is null or m.role = 'admin') order by m.person_id nulls last limit 1`;
  return seat ?? null;
}

const over = () => invalidField('otp', 'This code is wrong or has expired.');

/** The same answer for unknown addresses, but no mail. */
export async function askForReset({ email, sub_domain }: AskReset, client: Client): Promise<null> {
  const key = await presentKey(sub_domain);
  await countAsked('reset', email, key, client);
  await withMinimumDuration(EVEN_MS, async () => {
    await withAuth(client, async (auth) => {
      const seat = await seatOf(auth, email, key);
      if (!seat || !(await mayMail(auth, 'reset', email, key))) return;
      const code = await issueCode(auth, codeFor(email, key));
      const data = { organisation: seat.org_name, code, key };
      await queueMail(auth, { orgId: seat.org_id, to: email, template: 'resetCode', data });
    });
  });
  return null;
}

/** Also takes a seat made for this mailbox. Ends all sessions and codes. Throws `invalid`. Returns the member id. */
export async function resetPassword(input: ResetPassword, client: Client): Promise<string> {
  const { email, otp, new_password: password } = input;
  const key = await presentKey(input.sub_domain);
  const problem = passwordProblem(password, { email, key });
  if (problem) throw invalidField('new_password', problem);
  await countCodeTry('reset', email, key, client);
  return withMinimumDuration(EVEN_MS, async () => {
    const passwordHash = await hashPassword(password);
    return redeemCode(codeFor(email, key), otp, client, async (auth) => {
      const seat = await seatOf(auth, email, key);
      if (!seat) throw over();
      const named = passwordProblem(password, { email, key, name: seat.name, organisation: seat.org_name });
      if (named) throw invalidField('new_password', named);
      const personId = seat.person_id ?? (await verifiedAccount(auth, email, seat.name, passwordHash)).id;
      // The address was corrected meanwhile.
      if (!seat.person_id && !(await takeSeat(auth, { orgId: seat.org_id, email, personId }))) throw over();
      await setPassword(auth, { personId, email, passwordHash, proved: true });
      auth.happened({ orgId: seat.org_id, memberId: seat.member_id }, 'password.reset', { email });
      const data = { name: seat.name, organisation: seat.org_name, key };
      await queueMail(auth, { orgId: seat.org_id, to: email, template: 'passwordChanged', data });
      return seat.member_id;
    });
  });
}

/** `proved`: with a code from the mailbox. `keep`: this session stays. */
type NewPassword = { personId: string; email: string; passwordHash: string; keep?: string; proved?: boolean };

/** Ends all sessions but `keep`, their live connections, and waiting codes. */
export async function setPassword(
  auth: AuthCtx,
  { personId, email, passwordHash, keep, proved }: NewPassword,
): Promise<void> {
  await writePassword(auth, personId, passwordHash, proved ?? false);
  await endSessionsOf(auth, personId, { keep });
  await endCodesTo(auth, email, 'reset');
  // An intruder with the old password may have asked for a change of email.
  await forgetPending(auth, personId);
}
