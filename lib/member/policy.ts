/** Permissions, rows 6 to 19; rulings 10, 11. Runs anywhere. */
import { bidi } from '@/lib/bidi';
import { mayGrant } from '@/lib/invitation/policy';
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import { outranks } from '@/lib/permission/rank';
import { type Role, scopeOf } from '@/lib/permission/schema';
import { whyNotLead } from '@/lib/project/policy';

/** Also emails, pending and declined people, and when they were last here. */
export const seesEverybody = (actor: Pick<Actor, 'role'>) => scopeOf(actor.role, 'people.list') === 'all';

/** A user learns roles; a client only names and pictures. */
export const seesRoles = (actor: Pick<Actor, 'role'>) => actor.role !== 'client';

export const seesPhones = (actor: Pick<Actor, 'role'>) => scopeOf(actor.role, 'member.edit') === 'all';

export const canPickPeople = (actor: Actor, projectId: string) => may(actor, 'people.pick', { projectId });

export type Person = { role: Role; memberId?: string; invitedById?: string | null };

/** Row 9. Not oneself: that is the profile. */
export const canEditMember = (actor: Actor, person: Person) =>
  may(actor, 'member.edit') && outranks(actor.role, person.role);

/** Row 10: deactivating, reactivating, ending sessions; not oneself. */
export const canDeactivate = (actor: Actor, person: Person) =>
  may(actor, 'member.deactivate') && outranks(actor.role, person.role) && person.memberId !== actor.memberId;

/** Decisions, people. Never oneself. */
export const canResetSecondFactor = (actor: Actor, person: Person) =>
  may(actor, 'member.second_factor') && outranks(actor.role, person.role) && person.memberId !== actor.memberId;
/** Row 12: the old and the new role both rank below the caller's; an admin may all. */
export const canChangeRole = (actor: Actor, person: Person, to: Role) =>
  may(actor, 'member.role') && outranks(actor.role, person.role) && outranks(actor.role, to);

/** Row 19: a team leader decides about users and clients it invited itself. */
export const canApprove = (actor: Actor, person: Person) =>
  may(actor, 'member.approve', { ownerId: person.invitedById }) &&
  outranks(actor.role, person.role) &&
  (scopeOf(actor.role, 'member.approve') === 'all' || person.role === 'user' || person.role === 'client');

/** Rows 12 to 16: which role creates accounts of which roles. */
const CREATES = {
  team_leader: 'member.create',
  user: 'member.create',
  client: 'client.create',
  observer: 'observer.create',
  subadmin: 'subadmin.create',
} as const;
export type CreatedRole = keyof typeof CREATES;
export const CREATED_ROLES = Object.keys(CREATES) as CreatedRole[];
export const canCreate = (actor: Actor, role: CreatedRole) =>
  mayEver(actor, CREATES[role]) && mayGrant(actor.role, role);
/** Row 24. */
export const leadsProjects = (role: Role) => role === 'admin' || role === 'subadmin' || role === 'team_leader';
export const canRequestRole = (actor: Actor) => mayEver(actor, 'role.request');
export const canDecideRequest = (actor: Actor, person: Person, to: Role) => canChangeRole(actor, person, to);

export const whoLeadsThen = (led: readonly { name: string }[], why: string) =>
  `${why} Choose who leads ${led.map(({ name }) => name).join(', ')}, or choose nobody.`;

/** Why the person cannot lead what `from` leads, in words; null if they can. */
export const whyNotSucceed = (
  from: { _id: string },
  { _id, name, role, ...person }: { _id: string; name: string; role: Role; approval: number; deactivated: boolean },
) =>
  _id === from._id
    ? bidi`${name} leads it now. Choose somebody else.`
    : whyNotLead({ name, role, active: person.approval === 1 && !person.deactivated });
