/** Runs in the browser too. */
import { type Actor, mayEver } from '@/lib/permission/policy';

/** What people write about themselves is for the organisation; clients see who is there. */
export const seesStatusLines = (actor: Pick<Actor, 'role'>): boolean => mayEver(actor, 'realtime.organisation');
