/** Everybody keeps views of their own; the shared ones belong to those who lead. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

type RuledView = { ownerId: string; projectId: string | null; shared: boolean };

export const canShareViews = (actor: Actor, projectId: string | null): boolean =>
  may(actor, 'view.share', { projectId: projectId ?? undefined });

/** A leader changes shared views of projects, and of all projects those they made. */
export function canEditView(actor: Actor, { ownerId, projectId, shared }: RuledView): boolean {
  if (actor.viewing) return false;
  if (!shared) return ownerId === actor.memberId;
  if (!canShareViews(actor, projectId)) return false;
  return actor.role !== 'team_leader' || projectId !== null || ownerId === actor.memberId;
}
