/** Who asks who sees something: the team. Runs anywhere. */
import { type Actor, mayEver } from '@/lib/permission/policy';

/** Of what they see themselves, and of the people they may know. */
export const canSeeAccess = (actor: Pick<Actor, 'role'>): boolean => mayEver(actor, 'access.view');
