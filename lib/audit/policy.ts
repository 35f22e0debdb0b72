/** Who reads the audit log (permissions, row 51). The database hides admins' sign-ins from sub-admins. */
import { type Actor, mayEver } from '@/lib/permission/policy';

export const canReadAudit = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'audit.view');
