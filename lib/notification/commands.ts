import 'server-only';
import { allow } from '@/lib/errors';
import { canMarkOwn } from '@/lib/notification/policy';
import { markRead, markUnread, unreadCount } from '@/lib/notification/queries';
import type { MarkNotifications, NotificationsMarked } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';

/**
 * Marks the caller's own notifications; ids of others' change nothing. Reading one reads whatever shares its row of the
 * inbox. Answers what is unread now.
 */
export async function markNotifications(ctx: Ctx, { ids, read }: MarkNotifications): Promise<NotificationsMarked> {
  allow(canMarkOwn(ctx.actor));
  const marked = await (read ? markRead : markUnread)(ctx, ids);
  return { marked, unread: await unreadCount(ctx) };
}
