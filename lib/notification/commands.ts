import 'server-only';
import { allow } from '@/lib/errors';
import { canMarkOwn } from '@/lib/notification/policy';
import { unreadCount } from '@/lib/notification/queries';
import type { MarkNotifications, NotificationsMarked } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';

/** Marks the caller's own notifications as read or unread; ids of others' change nothing. Answers what is unread now. */
export async function markNotifications(ctx: Ctx, { ids, read }: MarkNotifications): Promise<NotificationsMarked> {
  const { db, actor } = ctx;
  allow(canMarkOwn(actor));
  const { count } = await db.notification.updateMany({
    where: { memberId: actor.memberId, ...(ids && { id: { in: ids } }), readAt: read ? null : { not: null } },
    data: { readAt: read ? new Date() : null },
  });
  return { marked: count, unread: await unreadCount(ctx) };
}
