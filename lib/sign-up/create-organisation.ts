import 'server-only';
import { countAnotherOrganisation, countAsked, countNewOrganisation, mayMail } from '@/lib/attempts/limits';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { addOrganisation, openOrganisation } from '@/lib/organisation/auth.create';
import { hashPassword, passwordMatches } from '@/lib/password/password';
import { accountOf, findOrCreateAccount, verifiedAccount } from '@/lib/person/person';
import { addSeat } from '@/lib/person/seat';
import { type CodeFor, issueCode, openRequests, redeemCode } from '@/lib/session/codes';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { requireFreeKey } from '@/lib/session/organisation-keys';
import type { Confirmed, CreateOrganisation, OrganisationState, SignedUp, SignUp } from '@/lib/session/schema';
import { newId } from '@/lib/validation';

const EVEN_MS = 500;
/** `knows`: the password was right, or the account is new. */
type NewOrganisation = { member_id: string; name: string; password_hash: string; knows: boolean };

/**
 * Opens once the code is entered. Answer and time do not tell whether the address has an account; an existing password
 * never changes. Throws `conflict` for a taken key.
 */
export async function createOrganisation(
  input: SignUp & { organisation_name: string },
  client: Client,
): Promise<SignedUp> {
  const { email, name, password, sub_domain: key, organisation_name: organisation } = input;
  await countNewOrganisation(email, client);
  const memberId = newId();
  await withMinimumDuration(EVEN_MS, async () => {
    const account = await withAuth(client, async (auth) => {
      await requireFreeKey(auth, key);
      return accountOf(auth, email);
    });
    // By email, not by key: every free key would send another email.
    await countAsked('found', email, '', client);
    // One hash either way, so that the time is equal.
    let passwordHash = account?.verified ? account.password_hash : undefined;
    const knows = passwordHash === undefined || (await passwordMatches(passwordHash, password));
    passwordHash ??= await hashPassword(password);
    const hash = passwordHash;
    await withAuth(client, async (auth) => {
      await requireFreeKey(auth, key);
      const orgId = await addOrganisation(auth, { name: organisation, key, verified: false });
      const person = await findOrCreateAccount(auth, email, name, hash);
      await addSeat(auth, { ...ADMIN, orgId, id: memberId, personId: person.id, name, email });
      auth.happened({ orgId, memberId }, 'organisation.created', { target: key });
      const request: NewOrganisation = { member_id: memberId, name, password_hash: hash, knows };
      const code = await issueCode(auth, codeFor(email, key), request);
      const known = person.verified;
      // May be refused openly: every address gets a mail, so the limit tells nothing about this one.
      if (!(await mayMail(auth, 'found', email, '')))
        throw new DomainError('rate_limited', 'Too many emails were sent to this address today. Try again tomorrow.', {
          retryAfter: 3600,
        });
      await queueMail(auth, {
        orgId,
        to: email,
        template: 'foundCode',
        data: { name, organisation, code, key, known },
      });
    });
  });
  return { _id: memberId, approval_status: 1, verification_required: true };
}

const ADMIN = { role: 'admin', approval: 1 } as const;
const codeFor = (email: string, key: string): CodeFor => ({ purpose: 'found', email, orgKey: key });

export async function verifyOrganisation(email: string, key: string, otp: string, client: Client): Promise<Confirmed> {
  return redeemCode<NewOrganisation, Confirmed>(codeFor(email, key), otp, client, async (auth, { data }) => {
    const org = await openOrganisation(auth, key, data.member_id);
    if (!org) throw invalidField('otp', 'This organisation is already confirmed. Log in.');
    const account = await verifiedAccount(auth, email, data.name, data.password_hash);
    auth.happened({ orgId: org.id, memberId: data.member_id }, 'organisation.verified', { target: key });
    const verified = { organisation_name: org.name, sub_domain: key, verified: true, approval_status: 1 };
    const knows = data.knows && account.password_hash === data.password_hash;
    return { verified, requestId: data.member_id, memberId: data.member_id, knows };
  });
}

/** What `resendCode` sends again. Undefined: none waits. */
export async function waitingOrganisation(auth: AuthCtx, email: string, key: string) {
  const wanted = codeFor(email, key);
  const waiting = { where: { key, verifiedAt: null }, select: { id: true, name: true } };
  const org = await auth.db.organisation.findFirst(waiting);
  // At most one waits for a key.
  const request = org && (await openRequests<NewOrganisation>(auth, wanted))[0]?.data;
  return request && { wanted, org, request, replaced: undefined, template: 'foundCode' as const };
}

/** Open at once: the caller's address is proved. */
export async function createAnotherOrganisation(ctx: Ctx, input: CreateOrganisation): Promise<OrganisationState> {
  const { organisation_name: name, sub_domain: key } = input;
  const memberId = newId();
  await countAnotherOrganisation(ctx);
  await withAuth(ctx, async (auth) => {
    await requireFreeKey(auth, key);
    const [person] = await auth.db.$queryRaw<{ id: string; verified: boolean; name: string; email: string }[]>`
      select p.id, p.email_verified_at is not null as verified, m.name, p.email
        from member m join person p on p.id = m.person_id where m.id = ${ctx.actor.memberId}::uuid`;
    if (!person) throw notFound('Your account');
    if (!person.verified)
      throw new DomainError('forbidden', 'Confirm your email first. Then you can create an organisation.');
    const orgId = await addOrganisation(auth, { name, key, verified: true });
    await addSeat(auth, { ...ADMIN, orgId, id: memberId, personId: person.id, name: person.name, email: person.email });
    auth.happened({ orgId, memberId }, 'organisation.created', { target: key });
  });
  return { organisation_name: name, sub_domain: key, verified: true };
}
