/** Permissions, rows 20 to 24. Runs anywhere. */
import { bidi } from '@/lib/bidi';
import { type Actor, may } from '@/lib/permission/policy';
import { ROLES, type Role, scopeOf } from '@/lib/permission/schema';
import { takesNewTasks } from '@/lib/task/policy';

export type ProjectFacts = { id: string; leaderId: string | null };
export type Rights = {
  edit: boolean;
  archive: boolean;
  delete: boolean;
  members: boolean;
  create_task: boolean;
  efficiency: boolean;
};

export const canCreateProject = (actor: Actor) => may(actor, 'project.create');
export const canEditProject = (actor: Actor, { leaderId }: ProjectFacts) => may(actor, 'project.edit', { leaderId });
export const canArchiveProject = (actor: Actor, { leaderId }: ProjectFacts) =>
  may(actor, 'project.archive', { leaderId });
export const canDeleteProject = (actor: Actor) => may(actor, 'project.delete');
export const canChangeMembers = (actor: Actor, { leaderId }: ProjectFacts) =>
  may(actor, 'project.members', { leaderId });

/** For roles that may edit every project; a team leader leads what it creates. */
export const canAppointLeader = (actor: Actor) => scopeOf(actor.role, 'project.edit') === 'all';

/** Row 24: a team leader adds and removes users and clients only. */
export const canPlace = (actor: Actor, role: Role) =>
  scopeOf(actor.role, 'project.members') === 'all' || role === 'user' || role === 'client';

export const LEADING_ROLES: readonly Role[] = ['admin', 'subadmin', 'team_leader'];
export const teamRoles = (actor: Actor): readonly Role[] =>
  ROLES.filter((role) => role !== 'client' && role !== 'observer' && canPlace(actor, role));

/** `active`: approved and not deactivated. */
export type Candidate = { name: string; role: Role; active: boolean };
const NOBODY = 'No active member of the organisation has this id.';

/** In words; null if they can. */
export function whyNotLead(person: Candidate | undefined): string | null {
  if (!person?.active) return NOBODY;
  return LEADING_ROLES.includes(person.role) ? null : bidi`${person.name} is neither admin, sub-admin nor team leader.`;
}

/** In words; null if they can. */
export function whyNotJoin(person: Candidate | undefined, as: 'team' | 'client' | 'either'): string | null {
  if (!person?.active) return NOBODY;
  if (person.role === 'observer')
    return bidi`${person.name} is an observer, who sees every project without joining it.`;
  if (as === 'team' && person.role === 'client') return bidi`${person.name} is a client, not a member of the team.`;
  if (as === 'client' && person.role !== 'client') return bidi`${person.name} is not a client.`;
  return null;
}

/** In words; null if they can. */
export function whyNotContact(person: { name: string; role: string } | undefined): string | null {
  if (!person) return 'No member of the project has this id.';
  return person.role === 'client' ? bidi`${person.name} is a client, not a member of the team.` : null;
}

export const rightsOf = (actor: Actor, project: ProjectFacts & { status: string }): Rights => ({
  edit: canEditProject(actor, project),
  archive: canArchiveProject(actor, project),
  delete: canDeleteProject(actor),
  members: canChangeMembers(actor, project),
  create_task: takesNewTasks(project) && may(actor, 'task.create', { projectId: project.id }),
  efficiency: may(actor, 'project.efficiency', { projectId: project.id }),
});
