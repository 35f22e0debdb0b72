import 'server-only';
import { allow } from '@/lib/errors';
import { canMarkOwn } from '@/lib/notification/policy';
import { markRead, markUnread, unreadCount } from '@/lib/notification/queries';
import type { MarkNotifications, NotificationsMarked } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';

/** Foreign ids change nothing. Reading one reads its whole inbox row. Returns the unread count. */
export async function markNotifications(ctx: Ctx, { ids, read }: MarkNotifications): Promise<NotificationsMarked> {
  allow(canMarkOwn(ctx.actor));
  const marked = await (read ? markRead : markUnread)(ctx, ids);
  return { marked, unread: await unreadCount(ctx) };
}
