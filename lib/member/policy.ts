/** Who learns what about people (permissions, rows 6 and 7; rulings 11). Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';
import { scopeOf } from '@/lib/permission/schema';

/** Everybody in the organisation, with addresses, those who wait or were declined, and when somebody was last here. */
export const seesEverybody = (actor: Pick<Actor, 'role'>) => scopeOf(actor.role, 'people.list') === 'all';

/** A user learns what its colleagues are; a client learns names and pictures. */
export const seesRoles = (actor: Pick<Actor, 'role'>) => actor.role !== 'client';

/** The picker of people in a project. */
export const canPickPeople = (actor: Actor, projectId: string) => may(actor, 'people.pick', { projectId });
