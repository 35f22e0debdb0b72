/** Permissions, rows 32 to 34. The policies of `file_comment` say the same. Runs in the browser too. */
import { type Actor, canBringBack, may } from '@/lib/permission/policy';

/** One's own; others' for who leads the project, and for admins and sub-admins. */
export const canDeleteFileComment = (
  actor: Actor,
  { authorId, leaderId }: { authorId: string | null; leaderId: string | null },
): boolean => actor.role !== 'observer' && may(actor, 'comment.delete', { ownerId: authorId, leaderId });

export const canRestoreFileComment = (
  actor: Actor,
  comment: { authorId: string | null; leaderId: string | null; deletedById: string | null },
): boolean => canDeleteFileComment(actor, comment) && canBringBack(actor, comment.deletedById);
