/** Permissions document, rows 32 to 34. Runs in the browser too. */
import { type Actor, canBringBack, may } from '@/lib/permission/policy';

export type RuledComment = { authorId: string | null; leaderId: string | null };

export const canEditComment = (actor: Actor, { authorId }: RuledComment): boolean =>
  may(actor, 'comment.edit', { ownerId: authorId });

/** One's own; others' for leaders of the project or organisation. */
export const canDeleteComment = (actor: Actor, comment: RuledComment): boolean =>
  canEditComment(actor, comment) ||
  may(actor, 'comment.delete', { ownerId: comment.authorId, leaderId: comment.leaderId });

export const canRestoreComment = (actor: Actor, comment: RuledComment & { deletedById: string | null }): boolean =>
  canDeleteComment(actor, comment) && canBringBack(actor, comment.deletedById);

type Shown = { projectId: string; audience: string; taskAudience: string };

/** A client-visible comment of a task made internal is for the team only. */
export const audienceNow = ({ audience, taskAudience }: Omit<Shown, 'projectId'>): 'internal' | 'client' =>
  taskAudience === 'client' && audience === 'client' ? 'client' : 'internal';

/** Reacting, resolving and opening again: whoever sees it and may comment there. */
export const canTakePart = (actor: Actor, comment: Shown): boolean =>
  may(actor, 'comment.add', { projectId: comment.projectId, audience: audienceNow(comment) });

/** Default: the team. Never the client if the task or the answered comment is internal; always if a client writes. */
export function audienceOfComment(
  actor: Pick<Actor, 'role'>,
  { internal, task, parent }: { internal?: boolean; task: string; parent?: string },
): 'internal' | 'client' {
  if (task === 'internal' || parent === 'internal') return 'internal';
  return actor.role === 'client' || internal === false ? 'client' : 'internal';
}
