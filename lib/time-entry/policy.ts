/** Decisions: work. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';

/** Somewhere. */
export const canUseTimer = (actor: Actor): boolean => mayEver(actor, 'time.add');
export const canLogTime = (actor: Actor, { projectId }: { projectId: string }): boolean =>
  may(actor, 'time.add', { projectId });
/** One's own alone. */
export const canEditTime = (actor: Actor, { memberId }: { memberId: string }): boolean =>
  may(actor, 'time.edit', { ownerId: memberId });
/** Of somebody. */
export const canLockWeeks = (actor: Actor): boolean => mayEver(actor, 'time.lock');
/** `led`: the person is in a project that the caller leads. */
export const canLockWeek = (actor: Actor, { led }: { led: boolean }): boolean =>
  may(actor, 'time.lock', { leaderId: led ? actor.memberId : null });
/** Leaders what they locked themselves. */
export const canUnlockWeek = (
  actor: Actor,
  { led, lockedById }: { led: boolean; lockedById: string | null },
): boolean => canLockWeek(actor, { led }) && (may(actor, 'time.lock') || lockedById === actor.memberId);
