/** Who reads the audit log (permissions, row 51). How admins enter is withheld from sub-admins by the database itself. */
import { type Actor, mayEver } from '@/lib/permission/policy';

export const canReadAudit = (actor: Pick<Actor, 'role'>) => mayEver(actor, 'audit.view');
