/** Permissions, rows 16 to 18. Runs anywhere. */
import { SKIP_REASON } from '@/lib/invitation/vocabulary';
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import { outranks } from '@/lib/permission/rank';
import { ROLES, type Role, scopeOf } from '@/lib/permission/schema';

/** Row 16: an admin any role, a sub-admin up to team leader, a team leader users and clients. */
export const mayGrant = (role: Role, wanted: Role): boolean => {
  switch (scopeOf(role, 'invitation.send')) {
    case 'all':
      return outranks(role, wanted);
    case 'led':
      return wanted === 'user' || wanted === 'client';
    default:
      return false;
  }
};

/** Who has one of these roles sees no work before they are in a project. */
export const joinsProjects = (role: Role): boolean => role === 'user' || role === 'team_leader' || role === 'client';

export const canInvite = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'invitation.send');
export const canImport = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'invitation.import');
export const canSeeInvitations = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'invitation.view');
export const grantableRoles = (role: Role): Role[] => ROLES.filter((wanted) => mayGrant(role, wanted));
/** A team leader invites into projects it leads, and always into one. */
export const invitesIntoLedProjectsOnly = (actor: Pick<Actor, 'role'>) =>
  scopeOf(actor.role, 'invitation.send') === 'led';

/** Row 18: below the caller's rank; a team leader its own. */
export const canManageInvitation = (actor: Actor, invitation: { role: Role; invitedById: string }) =>
  may(actor, 'invitation.manage', { ownerId: invitation.invitedById }) && mayGrant(actor.role, invitation.role);

export type Invitee = { email: string; name: string | null; role: Role; projectIds: string[] };
/** `asked`: three times today already. */
export type Skip = { email: string; why: 'member' | 'invited' | 'deactivated' | 'asked'; message: string };

/** Undefined if an invitation is needed: pending and declined people get in by accepting one. */
export function skipFor(
  email: string,
  standing: { approval: number | null; deactivated: boolean; invited: boolean } | undefined,
): Skip | undefined {
  if (standing?.deactivated)
    return { email, why: 'deactivated', message: 'This member was deactivated. Reactivate them instead.' };
  if (standing?.approval === 1) return { email, why: 'member', message: SKIP_REASON.member };
  if (standing?.invited) return { email, why: 'invited', message: SKIP_REASON.invited };
  return undefined;
}

/** In words; null if nothing. */
export function projectProblem(
  actor: Actor,
  role: Role,
  projectIds: string[],
  known: { id: string; leaderId: string | null }[],
): { message: string; forbidden?: true } | null {
  if (role === 'observer' && projectIds.length)
    return { message: 'An observer sees every project without joining it.' };
  const found = projectIds.map((id) => known.find((project) => project.id === id));
  if (found.some((project) => !project))
    return { message: 'One of these projects does not exist, or you do not have access to it.' };
  if (!invitesIntoLedProjectsOnly(actor)) return null;
  if (!projectIds.length) return { message: 'Choose a project that you lead.', forbidden: true };
  return found.every((project) => project?.leaderId === actor.memberId)
    ? null
    : { message: 'You can only invite people to projects that you lead.', forbidden: true };
}
