/** Who looks into the bin (permissions, rows 23 and 30). Runs anywhere. */
import { type Actor, mayEver } from '@/lib/permission/policy';
import { scopeOf } from '@/lib/permission/schema';

/** Those who may restore something: not clients, not observers. */
export const canOpenBin = (actor: Pick<Actor, 'role'>): boolean =>
  mayEver(actor, 'task.delete') || mayEver(actor, 'project.delete');

/** A user finds only what they created, and deleted themselves. */
export const findsOwnOnly = (actor: Pick<Actor, 'role'>): boolean => scopeOf(actor.role, 'task.delete') === 'own';
export const findsProjects = (actor: Pick<Actor, 'role'>): boolean => mayEver(actor, 'project.delete');
