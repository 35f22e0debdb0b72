import 'server-only';
import { allow } from '@/lib/errors';
import { unreadCount } from '@/lib/notification/queries';
import { mark } from '@/lib/notification/queries.mark';
import { type MarkNotifications, MOST_MARKED, type NotificationsMarked } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';

/**
 * Foreign ids change nothing. What is done to one is done to its whole row, except making it unread and what is undone:
 * that is said of each.
 */
export async function markNotifications(ctx: Ctx, input: MarkNotifications): Promise<NotificationsMarked> {
  allow(mayEver(ctx.actor, 'profile.own'));
  const stood = await mark(ctx, input);
  if (stood.length) ctx.happened('notification.marked', { memberId: ctx.actor.memberId });
  const before = input.restore ? [] : stood.slice(0, MOST_MARKED);
  return { marked: stood.length, unread: await unreadCount(ctx), before };
}
