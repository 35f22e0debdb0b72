import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import {
  canInvite,
  canManageInvitation,
  type Invitee,
  mayGrant,
  projectProblem,
  type Skip,
  skipFor,
} from '@/lib/invitation/policy';
import { getInvitation } from '@/lib/invitation/queries';
import {
  endExpired,
  endInvitations,
  insertInvitations,
  overAsked,
  projectsToJoin,
  renewInvitation,
  standingOf,
  withinInvitations,
} from '@/lib/invitation/queries.rows';
import type {
  InvitationRecord,
  InvitationReference,
  InviteOutcome,
  InviteOutcomes,
  SendInvite,
  SendInvites,
} from '@/lib/invitation/schema';
import { invitedIn } from '@/lib/invitation/schema.addresses';
import { INVITATION_DAYS, SKIP_REASON } from '@/lib/invitation/vocabulary';
import { signature } from '@/lib/mail/queries.signature';
import { queueMails } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { closeSeat } from '@/lib/person/seat';
import { newSecretToken } from '@/lib/secret-token';
import { cut } from '@/lib/text';
import { newId, personName } from '@/lib/validation';

/** Of what somebody pasted and is no address. */
const LONGEST_SHOWN = 200;

/** `conflict` for a member or an address already invited. */
export async function sendInvite(ctx: Ctx, input: SendInvite): Promise<InvitationRecord> {
  allow(canInvite(ctx.actor), 'Your role cannot invite people.');
  const { role, project_ids: projectIds } = input;
  await checkGrant(ctx, role, projectIds);
  const to = invitedIn(input.email);
  if (to.problem !== null) throw invalidField('email', to.problem);
  const name = input.name ?? nameSchema.nullable().safeParse(to.name).data ?? null;
  const { invited, skipped } = await inviteAll(ctx, [{ email: to.email, name, role, projectIds }]);
  const [skip] = skipped;
  if (skip)
    throw skip.why === 'asked'
      ? new DomainError('rate_limited', skip.message, { retryAfter: 3600 })
      : new DomainError('conflict', skip.message, { errors: { email: [skip.message] } });
  return getInvitation(ctx, invited[0] as string);
}

/** One outcome per address; good ones go even if others are bad. */
export async function sendInvites(ctx: Ctx, input: SendInvites): Promise<InviteOutcomes> {
  allow(canInvite(ctx.actor), 'Your role cannot invite people.');
  await checkGrant(ctx, input.role, input.project_ids);
  const results: InviteOutcome[] = [];
  const people = new Map<string, Invitee>();
  for (const given of input.emails) {
    const to = invitedIn(given);
    if (to.problem !== null) {
      results.push({ email: cut(given, LONGEST_SHOWN, '…'), outcome: 'refused', message: to.problem });
      continue;
    }
    const { email, name } = to;
    const named = name === null ? null : nameSchema.safeParse(name);
    if (named && !named.success)
      results.push({
        email,
        outcome: 'refused',
        message: named.error.issues[0]?.message ?? 'That is not a name.',
      });
    else if (people.has(email))
      results.push({ email: email, outcome: 'skipped', message: 'This email is in the list more than once.' });
    else
      people.set(email, {
        email,
        name: named?.data ?? null,
        role: input.role,
        projectIds: input.project_ids,
      });
  }
  const { skipped } = await inviteAll(ctx, [...people.values()]);
  for (const { email } of people.values()) {
    const skip = skipped.find((one) => one.email === email);
    results.push(
      skip
        ? { email, outcome: 'skipped', message: skip.message }
        : { email, outcome: 'invited', message: `Invited as ${ROLE_LABEL[input.role]}.` },
    );
  }
  return { invited: results.filter(({ outcome }) => outcome === 'invited').length, results };
}

/** A new link for another week; the old one ends. */
export async function resendInvitation(ctx: Ctx, { id }: InvitationReference): Promise<InvitationRecord> {
  const before = await getInvitation(ctx, id);
  allow(
    canManageInvitation(ctx.actor, { role: before.role, invitedById: before.invited_by._id }),
    'You cannot send this invitation.',
  );
  await countOne(ctx, before.email);
  const { token, tokenHash } = newSecretToken();
  if (!(await renewInvitation(ctx, id, tokenHash))) throw over(before);
  await queueMails(ctx, [mailFor(ctx, await signature(ctx), before, token)]);
  ctx.happened('invitation.resent', before);
  return getInvitation(ctx, id);
}

/** Also deactivates an unused account made for this address, so that a password reset cannot open it. */
export async function revokeInvitation(ctx: Ctx, { id }: InvitationReference): Promise<InvitationRecord> {
  const before = await getInvitation(ctx, id);
  allow(
    canManageInvitation(ctx.actor, { role: before.role, invitedById: before.invited_by._id }),
    'You cannot revoke this invitation.',
  );
  const { count } = await ctx.db.invitation.updateMany({
    where: { id, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (!count) throw over(await getInvitation(ctx, id));
  ctx.happened('invitation.revoked', before);
  const unused = { email: before.email, placedAt: { not: null }, deactivatedAt: null };
  const placed = await ctx.db.member.findFirst({ where: unused, select: { id: true } });
  if (placed) {
    await closeSeat(ctx, placed.id, { untaken: true });
    ctx.happened('member.deactivated', placed, { invitation: 'revoked' });
  }
  return getInvitation(ctx, id);
}

/** Emails the link that takes an existing seat; earlier links end. Throws `rate_limited`. */
export async function inviteProvisioned(
  ctx: Ctx,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<void> {
  allow(canInvite(ctx.actor), 'Your role cannot invite people.');
  await countOne(ctx, email);
  await endInvitations(ctx, email);
  const { token, tokenHash } = newSecretToken();
  const invited = { id: newId(), email, name, role, projectIds: [] };
  const written = await insertInvitations(ctx, [{ ...invited, tokenHash }], null);
  if (written.size) await queueMails(ctx, [mailFor(ctx, await signature(ctx), invited, token)]);
}

/** For checked people. Skips members, open invitations, addresses asked three times today; callers count limits. */
export async function inviteAll(
  ctx: Ctx,
  people: Invitee[],
  { how = 'hand', batchId = null }: { how?: 'hand' | 'file'; batchId?: string | null } = {},
): Promise<{ invited: string[]; skipped: Skip[] }> {
  allow(canInvite(ctx.actor), 'Your role cannot invite people.');
  const skipped: Skip[] = [];
  const emails = people.map(({ email }) => email);
  if (!emails.length) return { invited: [], skipped };
  await endExpired(ctx, emails);
  const standing = await standingOf(ctx, emails);
  let open = people.filter(({ email }) => {
    const skip = skipFor(email, standing.get(email));
    if (skip) skipped.push(skip);
    return !skip;
  });
  if (!open.length) return { invited: [], skipped };
  await withinInvitations(ctx, how, open.length);
  const asked = await overAsked(
    ctx,
    open.map(({ email }) => email),
  );
  for (const email of asked.keys()) skipped.push({ email, why: 'asked', message: ASKED });
  open = open.filter(({ email }) => !asked.has(email));

  const rows = open.map((person) => ({ id: newId(), ...person, ...newSecretToken() }));
  const written = await insertInvitations(
    ctx,
    rows.map(({ token: _token, ...row }) => row),
    batchId,
  );
  for (const { id, email } of rows)
    if (!written.has(id)) skipped.push({ email, why: 'invited', message: SKIP_REASON.invited });
  const sent = rows.filter(({ id }) => written.has(id));
  const inviter = await signature(ctx);
  await queueMails(
    ctx,
    sent.map((row) => mailFor(ctx, inviter, row, row.token)),
  );
  for (const { email, role } of sent) ctx.happened('invitation.sent', { email, inFile: how === 'file' }, { role });
  return { invited: sent.map(({ id }) => id), skipped };
}

const ASKED = 'This email was already invited three times today. Try again tomorrow.';

/** Throws `rate_limited` where the organisation, or this address, had enough invitations. */
async function countOne(ctx: Ctx, email: string): Promise<void> {
  await withinInvitations(ctx, 'hand', 1);
  const wait = (await overAsked(ctx, [email])).get(email);
  if (wait) throw new DomainError('rate_limited', ASKED, { retryAfter: wait });
}

async function checkGrant(ctx: Ctx, role: Role, projectIds: string[]): Promise<void> {
  allow(mayGrant(ctx.actor.role, role), `Your role cannot invite people as ${ROLE_LABEL[role]}.`);
  await checkProjects(ctx, role, projectIds);
}

/** Whether the caller may let somebody of that role into these projects. */
export async function checkProjects(ctx: Ctx, role: Role, projectIds: string[]): Promise<void> {
  const problem = projectProblem(ctx.actor, role, projectIds, projectIds.length ? await projectsToJoin(ctx) : []);
  if (problem?.forbidden) allow(false, problem.message);
  if (problem) throw invalidField('project_ids', problem.message);
}

function mailFor(
  { org }: Ctx,
  inviter: string,
  { email, name, role }: { email: string; name: string | null; role: Role },
  token: string,
) {
  return {
    to: email,
    template: 'invitation' as const,
    data: {
      name,
      organisation: org.name,
      inviter,
      role: ROLE_LABEL[role],
      path: `/invitation?token=${token}`,
      days: INVITATION_DAYS,
    },
  };
}

const over = (now: InvitationRecord) =>
  new DomainError('conflict', `This invitation is no longer open: it was ${now.state}.`, { current: now });

const nameSchema = personName(80, 'The name');
