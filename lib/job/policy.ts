/** One's own jobs, and those that are shared with whoever looks after the organisation; the database sees to it. */
import { type Actor, mayEver } from '@/lib/permission/policy';

export const canSeeJobs = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'profile.own');
