/** Who sees undelivered emails, without their content, and retries them. Runs anywhere. */
import { type Actor, mayEver } from '@/lib/permission/policy';

export const canSeeMails = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'mail.view');
