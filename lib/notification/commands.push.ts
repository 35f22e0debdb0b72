import 'server-only';
import { env } from '@/lib/env';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import { keepSubscription, removeSubscriptions } from '@/lib/notification/queries.push';
import type { EndPushSubscription, NewPushSubscription, PushSubscriptionRecord } from '@/lib/notification/schema.push';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { isPushEndpoint } from '@/lib/push/endpoint';

/** `unavailable`: this installation has no keys. `invalid`: no place that the server may send to. `not_found`: it replaces none. */
export async function subscribe(ctx: Ctx, input: NewPushSubscription): Promise<PushSubscriptionRecord> {
  allow(mayEver(ctx.actor, 'profile.own'));
  if (!env.push) throw new DomainError('unavailable', 'Push is not configured in this installation.');
  if (!isPushEndpoint(input.endpoint)) throw invalidField('endpoint', 'This is not a push service on a public host.');
  // Whoever logged out is told nothing more, though the browser goes on renewing what it had.
  if (input.replaces && !(await removeSubscriptions(ctx, [input.replaces]))) throw notFound('The subscription');
  await keepSubscription(ctx, input);
  return { endpoint: input.endpoint, active: true };
}

/** One that is not there, or is somebody else's, changes nothing. */
export async function unsubscribe(ctx: Ctx, { endpoint }: EndPushSubscription): Promise<PushSubscriptionRecord> {
  allow(mayEver(ctx.actor, 'profile.own'));
  await removeSubscriptions(ctx, [endpoint]);
  return { endpoint, active: false };
}
