/** Permissions, row 26: clients ask, and who leads work decides. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

type Facts = { projectId: string; authorId: string; state: string };

export const canFileRequest = (actor: Actor, projectId: string): boolean => may(actor, 'request.file', { projectId });
export const canTriage = (actor: Actor, { projectId }: Pick<Facts, 'projectId'>): boolean =>
  may(actor, 'request.triage', { projectId });
/** One's own, until it is decided. */
export const canEditRequest = (actor: Actor, { authorId }: Pick<Facts, 'authorId'>): boolean =>
  may(actor, 'request.edit', { ownerId: authorId });

export const requestRights = (actor: Actor, request: Facts) => ({
  edit: request.state === 'received' && canEditRequest(actor, request),
  triage: ['received', 'declined'].includes(request.state) && canTriage(actor, request),
  reopen:
    (request.state === 'withdrawn' && canEditRequest(actor, request)) ||
    (request.state === 'declined' && canTriage(actor, request)),
});
