import 'server-only';
import { countAttempt } from '@/lib/attempts/rate-limit';
import { type AuthCtx, type Client, goOnAsTenant, withAuth } from '@/lib/auth';
import { env } from '@/lib/env';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import { invitesIntoLedProjectsOnly, mayGrant } from '@/lib/invitation/policy';
import type { AcceptedInvitation, AcceptInvitation, InvitationShown } from '@/lib/invitation/schema.accept';
import { hashPassword, passwordMatches } from '@/lib/password/password';
import { normalised, passwordProblem } from '@/lib/password/password-rules';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { type Account, accountOf, verifiedAccount } from '@/lib/person/person';
import { admit, ownSeat } from '@/lib/person/seat';
import { changeMembership } from '@/lib/project/membership';
import { hashSecretToken } from '@/lib/secret-token';
import { endSessionsOf } from '@/lib/session/sessions';
import { newId } from '@/lib/validation';

type Found = {
  id: string;
  org_id: string;
  org_key: string;
  org_name: string;
  email: string;
  name: string | null;
  role: Role;
  project_ids: string[];
  inviter_id: string;
  inviter: string;
  inviter_role: Role;
  inviter_active: boolean;
  state: 'open' | 'expired' | 'accepted' | 'revoked';
  expires_at: Date;
};

const OVER: Record<Exclude<Found['state'], 'open'>, string> = {
  accepted: 'This invitation was already used. Log in instead.',
  revoked: 'This invitation was revoked or replaced. Look for a newer email, or ask for a new invitation.',
  expired: 'This invitation has expired. Ask for a new one.',
};

async function find({ db }: AuthCtx, token: string): Promise<Found> {
  const [found] = await db.$queryRaw<Found[]>`
    select i.id, i.org_id, o.key as org_key, o.name as org_name, i.email, i.name, i.role, i.project_ids, i.expires_at,
           m.id as inviter_id, m.name as inviter, m.role as inviter_role,
           m.approval = 1 and m.deactivated_at is null as inviter_active,
           case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
                when i.expires_at <= now() then 'expired' else 'open' end as state
      from invitation i join organisation o on o.id = i.org_id
      join member m on m.org_id = i.org_id and m.id = i.invited_by_id
     where i.token_hash = ${hashSecretToken(token)} and o.deleted_at is null`;
  if (!found) throw notFound('This invitation');
  return found;
}

/** Throws `gone` unless it is open and its sender may still grant it. */
function stillGood(found: Found): void {
  if (found.state !== 'open') throw new DomainError('gone', OVER[found.state]);
  if (!found.inviter_active || !mayGrant(found.inviter_role, found.role))
    throw new DomainError(
      'gone',
      `${found.inviter} can no longer invite you to ${found.org_name}. Ask somebody there for a new invitation.`,
    );
}

/** Changes nothing: mail scanners open links. */
export async function showInvitation(token: string): Promise<InvitationShown> {
  return withAuth(null, async (auth) => {
    const found = await find(auth, token);
    stillGood(found);
    const account = await accountOf(auth, found.email);
    return {
      organisation_name: found.org_name,
      sub_domain: found.org_key,
      inviter: found.inviter,
      role_label: ROLE_LABEL[found.role],
      email: found.email,
      name: found.name,
      has_account: account?.verified ?? false,
      expires_at: found.expires_at.toISOString(),
    };
  });
}

/**
 * Works once. A confirmed account gives its password. Refuses callers signed in with another address. Throws
 * `not_found`, `gone`, `invalid`, `forbidden`.
 */
export async function acceptInvitation(
  { token, name, password: given }: AcceptInvitation,
  client: Client,
): Promise<{ accepted: AcceptedInvitation; memberId: string }> {
  await countAttempt([
    { key: `accept:${hashSecretToken(token)}`, max: 30, seconds: 900 },
    { key: `accept:from:${client.ip ?? 'unknown'}`, max: 100 * (env.mode === 'demo' ? 100 : 1), seconds: 900 },
  ]);
  const { found, account, signedInAs } = await withAuth(client, async (auth) => {
    const found = await find(auth, token);
    return { found, account: await accountOf(auth, found.email), signedInAs: await addressOf(auth) };
  });
  stillGood(found);
  if (signedInAs !== null && signedInAs !== found.email)
    throw new DomainError('forbidden', 'This invitation is for a different email than the one you are signed in with.');
  const password = normalised(given);
  let passwordHash: string;
  if (account?.verified) {
    if (!(await passwordMatches(account.password_hash, password)))
      throw invalidField('password', 'This is not the password of your account.');
    passwordHash = account.password_hash;
  } else {
    if (!name && !found.name) throw invalidField('name', 'Enter your name.');
    const about = {
      email: found.email,
      name: name ?? found.name ?? '',
      organisation: found.org_name,
      key: found.org_key,
    };
    const problem = passwordProblem(password, about);
    if (problem) throw invalidField('password', problem);
    passwordHash = await hashPassword(password);
  }
  return withAuth(client, async (auth) => {
    const used = await auth.db.$executeRaw`update invitation set accepted_at = now()
      where id = ${found.id}::uuid and accepted_at is null and revoked_at is null and expires_at > now()
        and token_hash = ${hashSecretToken(token)}`;
    const now = await find(auth, token);
    if (!used) stillGood(now.state === 'open' ? { ...now, state: 'expired' } : now);
    stillGood({ ...now, state: 'open' });
    const person = await personFor(auth, now, account, { name: name ?? now.name ?? now.email, passwordHash });
    const memberId = await seat(auth, now, person);
    const accepted = { email: now.email, inviterId: now.inviter_id };
    auth.happened({ orgId: now.org_id, memberId }, 'invitation.accepted', accepted, { role: now.role });
    await joinProjects(auth, now, memberId);
    const answer = { organisation_name: now.org_name, sub_domain: now.org_key, email: now.email };
    return { accepted: answer, memberId };
  });
}

async function addressOf({ db, client: { sid } }: AuthCtx): Promise<string | null> {
  if (sid === undefined) return null;
  const [row] = await db.$queryRaw<{ email: string }[]>`
    select p.email from session s join member m on m.org_id = s.org_id and m.id = s.member_id
      join person p on p.id = m.person_id where s.id = ${sid}::uuid and s.expires_at > now() and m.approval = 1 and m.deactivated_at is null`;
  return row?.email ?? null;
}

/** An unconfirmed account takes the new name and password, which locks out its creator. */
async function personFor(
  auth: AuthCtx,
  { email }: Found,
  checked: Account | null,
  chosen: { name: string; passwordHash: string },
): Promise<Account> {
  const before = await accountOf(auth, email);
  // Confirmed since the check: the checked password was not its owner's.
  if (before?.verified && !checked?.verified)
    throw new DomainError('conflict', 'Your account has just been confirmed. Open the link again and log in.');
  if (before?.verified) return before;
  const account = await verifiedAccount(auth, email, chosen.name, chosen.passwordHash);
  if (account.password_hash !== chosen.passwordHash)
    throw new DomainError('conflict', 'Your account has just been confirmed. Open the link again and log in.');
  await endSessionsOf(auth, account.id, {});
  return account;
}

/** Reuses a seat made for them, pending or declined; a member's stays as it is. */
async function seat(auth: AuthCtx, found: Found, person: Account): Promise<string> {
  const { org_id: orgId, role, email } = found;
  const wanted = { id: newId(), orgId, personId: person.id, role, approval: 1, name: person.name, email } as const;
  const own = await ownSeat(auth, wanted, async () => {
    const id = await admit(auth, wanted);
    return id === null ? null : { id, approval: 1 };
  });
  if (own.deactivated)
    throw new DomainError('gone', `Your membership of ${found.org_name} was deactivated. Ask an admin there.`);
  return own.id;
}

/** With the inviter's present rights: the transaction goes on under their row-level security. Must be the last step. */
async function joinProjects(auth: AuthCtx, found: Found, memberId: string): Promise<void> {
  if (!found.project_ids.length || found.role === 'observer') return;
  const { db } = auth;
  // Before the switch: the inviter may not see it.
  await auth.settle();
  await db.$executeRaw`select set_config('app.org_id', ${found.org_id}, true), set_config('app.member_id', ${found.inviter_id}, true)`;
  await db.$executeRaw`select set_config('app.project_ids',
      array(select project_id from project_member where org_id = ${found.org_id}::uuid and member_id = ${found.inviter_id}::uuid)::text, true),
    set_config('app.role', ${found.inviter_role}, true)`;
  await goOnAsTenant(auth);
  const ledOnly = invitesIntoLedProjectsOnly({ role: found.inviter_role });
  const joined = await db.$queryRaw<{ id: string }[]>`
    select id from project where id = any(${found.project_ids}::uuid[])
       and (not ${ledOnly}::boolean or leader_id = ${found.inviter_id}::uuid)`;
  if (!joined.length) return;
  const inviter = { orgId: found.org_id, memberId: found.inviter_id, away: true } as const;
  await changeMembership(
    { db, happened: (...fact) => auth.happened(inviter, ...fact) },
    joined.map(({ id }) => ({ projectId: id, add: [memberId] })),
  );
}
