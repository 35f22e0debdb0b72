import 'server-only';
import { notFound, sessionEnded } from '@/lib/errors';
import { markNotifications } from '@/lib/notification/commands';
import type { NotificationsMarked } from '@/lib/notification/schema';
import { type Caller, withMembership } from '@/lib/org';
import { membershipsOf } from '@/lib/today/auth';
import type { MarkToday } from '@/lib/today/schema';

/**
 * Rows of one's inbox in any of one's organisations, through its own door.
 * @throws not_found where one is no member; unauthenticated when the session is over
 */
export async function markToday(caller: Caller, { organisation_id, marks }: MarkToday): Promise<NotificationsMarked> {
  const memberships = await membershipsOf(caller.sid);
  if (!memberships) throw sessionEnded();
  if (!memberships.some(({ id }) => id === organisation_id)) throw notFound('The organisation');
  return withMembership(caller, organisation_id, (ctx) => markNotifications(ctx, marks));
}
