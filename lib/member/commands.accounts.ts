import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { checkProjects, inviteProvisioned } from '@/lib/invitation/commands';
import { endInvitations } from '@/lib/invitation/queries.rows';
import { type CreatedRole, canCreate, canEditMember } from '@/lib/member/policy';
import { accountRecord, findMember, lockedVersion, type Managed } from '@/lib/member/queries.manage';
import type { AccountRecord, CreateAccount, CreateMember, EditAccount } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { editSeat, provisionSeat } from '@/lib/person/seat';
import { changeMembership } from '@/lib/project/membership';
import { newId } from '@/lib/validation';

const AUDITED: ReadonlySet<string> = new Set(['name', 'email']);

/**
 * The seat belongs to no account until the mailbox's owner takes it: answer, mail and work never tell whether the
 * address has one. Throws `forbidden`, `invalid`, `conflict` (address of this organisation), `rate_limited`.
 */
export const createAccount =
  (role: CreatedRole) =>
  async (ctx: Ctx, input: CreateAccount): Promise<AccountRecord> => {
    const { actor } = ctx;
    allow(canCreate(actor, role), `Your role cannot add a ${ROLE_LABEL[role]}.`);
    const projectIds = [...new Set(input.project_ids ?? [])];
    await checkProjects(ctx, role, projectIds);
    await refuseTaken(ctx, input.email);
    const id = newId();
    const { name, email, phone = null, company = null } = input;
    await provisionSeat(ctx, { id, role, name, email, phone, company });
    await changeMembership(
      ctx,
      projectIds.map((projectId) => ({ projectId, add: [id] })),
    );
    await inviteProvisioned(ctx, { email: input.email, name: input.name, role });
    ctx.happened('member.created', { id }, { role, projects: projectIds });
    return accountRecord(ctx, id);
  };

/** A team leader joins projects here; leadership is set in the project. */
export const createTeamMember = (ctx: Ctx, { role, ...input }: CreateMember): Promise<AccountRecord> => {
  allow(canCreate(ctx.actor, role), `Your role cannot add a ${ROLE_LABEL[role]}.`);
  return createAccount(role)(ctx, input);
};

/** The email changes only while the account is unused; archived projects stay. `conflict` for a stale `version`. */
export const editAccount =
  (role: CreatedRole | null) =>
  async (ctx: Ctx, { id, version, project_ids: projects, ...input }: EditAccount): Promise<AccountRecord> => {
    const { actor } = ctx;
    const before = await findMember(ctx, id);
    allow(canEditMember(actor, { role: before.role, memberId: id }), 'Your role cannot change this person’s details.');
    if (role && before.role !== role) throw notFound(`The ${ROLE_LABEL[role]}`);
    if (version !== undefined && version !== (await lockedVersion(ctx, id))) throw stale(await accountRecord(ctx, id));
    const { email } = input;
    if (email && email !== before.email) await moveEmail(ctx, before, email);
    const changes = Object.entries(input).filter(
      ([field, value]) => value !== undefined && value !== before[field as 'name' | 'email' | 'phone' | 'company'],
    );
    if (changes.length) {
      const moved = input.email !== undefined && input.email !== before.email;
      if (!(await editSeat(ctx, id, Object.fromEntries(changes), moved))) throw inUse(before);
      const told = changes.filter(([field]) => AUDITED.has(field));
      const edited = {
        before: Object.fromEntries(told.map(([field]) => [field, before[field as 'name' | 'email']])),
        // Observers read the log but not telephone numbers: only the change is logged.
        after: Object.fromEntries(told),
        fields: changes.map(([field]) => field),
      };
      ctx.happened('member.edited', { id }, edited);
    }
    if (email && email !== before.email && !before.deactivated)
      await inviteProvisioned(ctx, { email, name: input.name ?? before.name, role: before.role });
    if (projects && role) await seat(ctx, id, role, [...new Set(projects)]);
    return accountRecord(ctx, id);
  };

const inUse = ({ name }: Managed) =>
  invalidField('email', bidi`${name} uses this account, so only they can change its email, in their profile.`);

/** For a seat that nobody has taken; links sent to the old address end. */
async function moveEmail(ctx: Ctx, before: Managed, email: string): Promise<void> {
  if (before._id === ctx.actor.memberId)
    throw invalidField('email', 'Change your own email in your profile, under Security.');
  if (!before.placed_at) throw inUse(before);
  await refuseTaken(ctx, email);
  await endInvitations(ctx, before.email);
}

/** Replaces a member's projects, except archived ones, which the form does not show. */
async function seat(ctx: Ctx, memberId: string, role: CreatedRole, wanted: string[]): Promise<void> {
  await checkProjects(ctx, role, wanted);
  const seats = await ctx.db.projectMember.findMany({
    where: { memberId, project: { status: { not: 'archived' } } },
    select: { projectId: true },
  });
  const left = seats.map(({ projectId }) => projectId).filter((projectId) => !wanted.includes(projectId));
  await changeMembership(ctx, [
    ...wanted.map((projectId) => ({ projectId, add: [memberId] })),
    ...left.map((projectId) => ({ projectId, remove: [memberId] })),
  ]);
}

async function refuseTaken({ db }: Ctx, email: string): Promise<void> {
  const taken = await db.member.findFirst({ where: { email }, select: { id: true } });
  if (taken)
    throw new DomainError('conflict', 'Somebody in the organisation already has this email.', {
      errors: { email: ['Somebody in the organisation already has this email.'] },
    });
}
