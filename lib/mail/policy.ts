/** Who learns which emails did not reach anybody, and has them tried again. What they say nobody reads. Runs anywhere. */
import { type Actor, mayEver } from '@/lib/permission/policy';

export const canSeeMails = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'mail.view');
