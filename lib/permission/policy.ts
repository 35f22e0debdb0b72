import { type Action, type Role, scopeOf } from './schema';

/** The caller's seat, as rules need it. Sent to the browser: no secrets. */
export type Actor = {
  readonly memberId: string;
  readonly role: Role;
  /** Projects with membership. Admins, sub-admins and observers see the others too. */
  readonly projectIds: readonly string[];
  /** Somebody of the staff looks with this seat, and can change nothing. */
  readonly viewing?: true | undefined;
};

/** What a page hands to the browser of it. */
export const plainActor = ({ memberId, role, projectIds, viewing }: Actor): Actor => ({
  ...{ memberId, role, projectIds: [...projectIds] },
  ...(viewing && { viewing }),
});

/** What is asked of somebody where no project matters. */
export type Standing = Pick<Actor, 'role' | 'viewing'>;

/** A field left out counts as "no". */
export type Target = {
  projectId?: string;
  leaderId?: string | null;
  createdById?: string | null;
  assigneeIds?: readonly string[];
  ownerId?: string | null;
  audience?: string;
};

/** What somebody may make on any page, by the names that dialogs have. */
export const createsOf = (actor: Standing): ('task' | 'project')[] =>
  (['task', 'project'] as const).filter((what) => mayEver(actor, `${what}.create`));

export const mayEver = (actor: Standing, action: Action): boolean =>
  scopeOf(actor.role, action) !== 'none' && !isBarred(actor, action);

/**
 * What somebody of the staff sees who looks as a client: what clients share with the team. Not their own business: account,
 * messages, notifications, jobs.
 */
const IN_VIEW: ReadonlySet<Action> = new Set<Action>([
  ...([
    'project.view',
    'task.view',
    'comment.view',
    'request.view',
    'file.view',
    'meeting.view',
    'sign_off.view',
  ] as const),
  ...([
    'dashboard.view',
    'client.home',
    'category.view',
    'label.view',
    'field.view',
    'milestone.view',
    'update.view',
    'view.keep',
    'people.list',
    'people.pick',
  ] as const),
]);
export const isInView = (action: Action): boolean => IN_VIEW.has(action);
const isBarred = ({ viewing }: Standing, action: Action): boolean => viewing === true && !isInView(action);

const isMemberOf = (actor: Actor, projectId?: string) =>
  projectId !== undefined && actor.projectIds.includes(projectId);

/** What somebody else took away comes back only by them, or by roles that manage everything. */
export const canBringBack = (actor: Actor, deletedById: string | null): boolean =>
  may(actor, 'bin.restore', { ownerId: deletedById });

/** Visibility is checked earlier: the database hides what the caller may not see. */
export function may(actor: Actor, action: Action, target: Target = {}): boolean {
  if (isBarred(actor, action)) return false;
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
