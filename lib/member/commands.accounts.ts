import 'server-only';
import { randomBytes } from 'node:crypto';
import { hashPassword } from '@/lib/auth/password';
import { correctAddress } from '@/lib/auth/unused-account';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import { invitePlaced } from '@/lib/invitation/commands.placed';
import { projectProblem } from '@/lib/invitation/policy';
import { endInvitations, projectsToJoin } from '@/lib/invitation/queries.rows';
import { type CreatedRole, canCreate, canEditMember } from '@/lib/member/policy';
import { accountRecord, findMember, type Managed, placePerson } from '@/lib/member/queries.manage';
import type { AccountRecord, CreateAccount, CreateMember, EditAccount } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { newId } from '@/lib/validation';

const AUDITED: ReadonlySet<string> = new Set(['name', 'email']);

/**
 * `createclient`, `createobserver`, `createsubadmin`: makes the member at once, and mails an invitation through which they
 * choose a password. Where the address has an account already (of another organisation's member, or one that nobody has
 * confirmed), the seat waits as pending until its owner accepts by that link.
 */
export const createAccount =
  (role: CreatedRole) =>
  async (ctx: Ctx, input: CreateAccount): Promise<AccountRecord> => {
    const { db, actor } = ctx;
    allow(canCreate(actor, role), `Your role does not add a ${ROLE_LABEL[role]}.`);
    const projectIds = [...new Set(input.project_ids ?? [])];
    await checkProjects(ctx, role, projectIds);
    await refuseTaken(ctx, input.email);
    const person = await placePerson(ctx, {
      id: newId(),
      email: input.email,
      name: input.name,
      // Nobody knows it: the invitation is what lets them choose one.
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
    });
    const id = newId();
    await db.member.createMany({
      data: [
        {
          id,
          personId: person.person_id,
          role,
          approval: person.fresh ? 1 : 2,
          placedAt: new Date(),
          name: input.name,
          email: input.email,
          phone: input.phone ?? null,
          company: input.company ?? null,
        },
      ],
    });
    await db.projectMember.createMany({ data: projectIds.map((projectId) => ({ projectId, memberId: id })) });
    await invitePlaced(ctx, { email: input.email, name: input.name, role });
    for (const projectId of projectIds) ctx.emit({ type: 'members.changed', projectId });
    ctx.audit({ action: 'member.create', target: id, after: { role, projects: projectIds } });
    ctx.emit({ type: 'people.changed' });
    return accountRecord(ctx, id);
  };

/** `createMember`: a team leader or a user. A team leader joins projects; who leads one is set in the project. */
export const createTeamMember = (ctx: Ctx, { role, ...input }: CreateMember): Promise<AccountRecord> => {
  allow(canCreate(ctx.actor, role), `Your role does not add a ${ROLE_LABEL[role]}.`);
  return createAccount(role)(ctx, input);
};

/**
 * `editClient/{id}` and the like, and `editMember/{id}` for anybody (`role` null). The address is
 * the one they sign in with, so only they change it; here it is corrected while nobody has used the account. `project_ids` are all of their projects from now on.
 */
export const editAccount =
  (role: CreatedRole | null) =>
  async (ctx: Ctx, { id, project_ids: projects, ...input }: EditAccount): Promise<AccountRecord> => {
    const { db, actor } = ctx;
    const before = await findMember(ctx, id);
    allow(
      canEditMember(actor, { role: before.role, memberId: id }),
      'Your role does not change this person’s details.',
    );
    if (role && before.role !== role) throw notFound(`The ${ROLE_LABEL[role]}`);
    const { email } = input;
    if (email && email !== before.email) await moveAddress(ctx, before, email);
    const changes = Object.entries(input).filter(
      ([field, value]) => value !== undefined && value !== before[field as 'name' | 'email' | 'phone' | 'company'],
    );
    if (changes.length) {
      await db.member.updateMany({ where: { id }, data: Object.fromEntries(changes) });
      const told = changes.filter(([field]) => AUDITED.has(field));
      ctx.audit({
        action: 'member.edit',
        target: id,
        before: Object.fromEntries(told.map(([field]) => [field, before[field as 'name' | 'email']])),
        // Observers read the log, and telephone numbers are not for them: that one changed is said, not which.
        after: { ...Object.fromEntries(told), fields: changes.map(([field]) => field) },
      });
      ctx.emit({ type: 'people.changed' });
    }
    if (email && email !== before.email && !before.deactivated)
      await invitePlaced(ctx, { email, name: input.name ?? before.name, role: before.role });
    if (projects && role) await seat(ctx, id, role, [...new Set(projects)]);
    return accountRecord(ctx, id);
  };

/** Another address for an account that nobody has used; what was mailed to the old one is over. */
async function moveAddress(ctx: Ctx, before: Managed, email: string): Promise<void> {
  if (before._id === ctx.actor.memberId)
    throw invalidField('email', 'You change your own address in your profile, under Security.');
  if (!before.placed_at)
    throw invalidField(
      'email',
      `${before.name} uses this account, so the address belongs to them: they change it in their profile.`,
    );
  if (before.approval !== 1)
    throw invalidField('email', 'This account is somebody’s already. Revoke its invitation and add the right address.');
  await refuseTaken(ctx, email);
  await endInvitations(ctx, before.email);
  await correctAddress(ctx.db, before.person_id, before.email, email);
}

async function seat(ctx: Ctx, memberId: string, role: CreatedRole, wanted: string[]): Promise<void> {
  const { db } = ctx;
  await checkProjects(ctx, role, wanted);
  const seated = (await db.projectMember.findMany({ where: { memberId }, select: { projectId: true } })).map(
    ({ projectId }) => projectId,
  );
  const added = wanted.filter((projectId) => !seated.includes(projectId));
  const removed = seated.filter((projectId) => !wanted.includes(projectId));
  if (added.length)
    await db.projectMember.createMany({
      data: added.map((projectId) => ({ projectId, memberId })),
      skipDuplicates: true,
    });
  if (removed.length) {
    await db.projectMember.deleteMany({ where: { memberId, projectId: { in: removed } } });
    ctx.revoke(memberId);
  }
  for (const projectId of added) ctx.notify({ memberId, kind: 'project.added', data: { project_id: projectId } });
  for (const projectId of [...added, ...removed]) ctx.emit({ type: 'members.changed', projectId });
  if (added.length || removed.length)
    ctx.audit({ action: 'member.projects', target: memberId, after: { added, removed } });
}

async function checkProjects(ctx: Ctx, role: CreatedRole, projectIds: string[]): Promise<void> {
  const problem = projectProblem(ctx.actor, role, projectIds, await projectsToJoin(ctx));
  if (problem?.forbidden) allow(false, problem.message);
  if (problem) throw invalidField('project_ids', problem.message);
}

async function refuseTaken({ db }: Ctx, email: string): Promise<void> {
  const taken = await db.member.findFirst({ where: { email }, select: { id: true } });
  if (taken)
    throw new DomainError('conflict', 'Somebody in the organisation has this address already.', {
      errors: { email: ['Somebody in the organisation has this address already.'] },
    });
}
