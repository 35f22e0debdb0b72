/** Notifications are one's own, and anybody's, observers included, to mark. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canMarkOwn = (actor: Actor) => may(actor, 'profile.own', { ownerId: actor.memberId });
