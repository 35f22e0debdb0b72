import { type Action, type Role, scopeOf } from './schema';

/** Who asks: the seat the door found, as far as a rule needs it. Sent to the browser too: no secrets. */
export type Actor = {
  readonly memberId: string;
  readonly role: Role;
  /** Projects the caller is a member of. Admins, sub-admins and observers see the others too. */
  readonly projectIds: readonly string[];
};

/** What a rule may ask about the thing in question; what is left out counts as "no". */
export type Target = {
  projectId?: string;
  leaderId?: string | null;
  createdById?: string | null;
  assigneeIds?: readonly string[];
  ownerId?: string | null;
  audience?: string;
};

/** True if the role has the right anywhere: whether to draw a way in at all. */
export const mayEver = (actor: Pick<Actor, 'role'>, action: Action): boolean => scopeOf(actor.role, action) !== 'none';

const isMemberOf = (actor: Actor, projectId?: string) =>
  projectId !== undefined && actor.projectIds.includes(projectId);

/** True if `actor` may do `action` to `target`. Visibility comes first and elsewhere: the database hides the rest. */
export function may(actor: Actor, action: Action, target: Target = {}): boolean {
  switch (scopeOf(actor.role, action)) {
    case 'all':
    case 'read':
      return true;
    case 'project':
      return target.projectId === undefined || isMemberOf(actor, target.projectId);
    case 'led':
      return target.leaderId === actor.memberId;
    case 'client':
      return isMemberOf(actor, target.projectId) && target.audience !== 'internal';
    case 'own':
      return (
        target.ownerId === actor.memberId ||
        target.createdById === actor.memberId ||
        (target.assigneeIds?.includes(actor.memberId) ?? false)
      );
    default:
      return false;
  }
}
