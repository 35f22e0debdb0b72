/** Decisions: work. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';

/** Somewhere. */
export const canUseTimer = (actor: Actor): boolean => mayEver(actor, 'time.add');
export const canLogTime = (actor: Actor, { projectId }: { projectId: string }): boolean =>
  may(actor, 'time.add', { projectId });
/** One's own alone. */
export const canEditTime = (actor: Actor, { memberId }: { memberId: string }): boolean =>
  may(actor, 'time.edit', { ownerId: memberId });
