/** Permissions, rows 35 to 41. The policies of `file` and `folder` say the same. Runs in the browser too. */
import { type Actor, canBringBack, may, mayEver } from '@/lib/permission/policy';
import { type Action, scopeOf } from '@/lib/permission/schema';

/** A file or folder. `projectId` null: the organisation's own space, which admins and sub-admins write. */
export type RuledItem = {
  projectId: string | null;
  ownerId: string | null;
  leaderId: string | null;
  draft?: boolean;
  messageId?: string | null;
  requestId?: string | null;
};

type Space = { projectId: string | null; audience: string };
type Hung = { taskId: string | null; messageId: string | null; requestId?: string | null };

export const canAddFile = (actor: Actor, { projectId, audience }: Space): boolean =>
  scopeOf(actor.role, 'file.add') === 'all' || (projectId !== null && may(actor, 'file.add', { projectId, audience }));

/** A draft is its uploader's, and nobody else sees it. */
export const canDraftFile = (actor: Actor): boolean => mayEver(actor, 'file.add');

/** What hangs on a message or a request goes with it, and stays as it is until then. */
export const canEditItem = (actor: Actor, item: RuledItem): boolean =>
  item.draft ? item.ownerId === actor.memberId : !isHeld(item) && inSpace(actor, 'file.edit', item);

const isHeld = ({ messageId, requestId }: Pick<RuledItem, 'messageId' | 'requestId'>) =>
  Boolean(messageId ?? requestId);

/** Users and clients: what lies in their folders may be others'. */
export const editsOwnOnly = (actor: Pick<Actor, 'role'>): boolean => scopeOf(actor.role, 'file.edit') === 'own';

/** What hangs on a task or message is talked about there, and a draft is nobody else's. */
export const canCommentOnFile = (
  actor: Actor,
  { projectId, audience, taskId, messageId, requestId, draft }: Space & Hung & { draft: boolean },
): boolean =>
  !taskId &&
  !messageId &&
  !requestId &&
  !draft &&
  (projectId === null
    ? actor.role !== 'client' && mayEver(actor, 'comment.add')
    : may(actor, 'comment.add', { projectId, audience }));

/** Out of the bin. */
export const canRestoreItem = (actor: Actor, item: RuledItem & { deletedById: string | null }): boolean =>
  canEditItem(actor, item) && canBringBack(actor, item.deletedById);

export const canShareItems = (actor: Actor, { projectId, leaderId }: Omit<RuledItem, 'ownerId'>): boolean =>
  projectId !== null && may(actor, 'file.share', { projectId, leaderId });

/** Out of the bin, for good. */
export const canPurgeItem = (actor: Actor, item: RuledItem): boolean => inSpace(actor, 'file.purge', item);

export const itemRights = (actor: Actor, item: RuledItem): { edit: boolean; share: boolean } => ({
  edit: canEditItem(actor, item),
  share: !isHeld(item) && canShareItems(actor, item),
});

const inSpace = (actor: Actor, action: Action, { projectId, ownerId, leaderId }: RuledItem): boolean =>
  scopeOf(actor.role, action) === 'all' || (projectId !== null && may(actor, action, { projectId, ownerId, leaderId }));
