import 'server-only';
import { allow } from '@/lib/errors';
import { canMarkOwn } from '@/lib/notification/policy';
import { unreadCount } from '@/lib/notification/queries';
import { mark } from '@/lib/notification/queries.mark';
import type { MarkNotifications, NotificationsMarked } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';

/** Foreign ids change nothing. What is done to one is done to its whole row, except making it unread. */
export async function markNotifications(ctx: Ctx, input: MarkNotifications): Promise<NotificationsMarked> {
  allow(canMarkOwn(ctx.actor));
  const marked = await mark(ctx, input);
  if (marked) ctx.happened('notification.marked', { memberId: ctx.actor.memberId });
  return { marked, unread: await unreadCount(ctx) };
}
