/** Everybody, observers included, marks their own notifications. Runs anywhere. */
import { type Actor, may } from '@/lib/permission/policy';

export const canMarkOwn = (actor: Actor) => may(actor, 'profile.own', { ownerId: actor.memberId });
