import 'server-only';
import { command, defineEndpoints, list } from '@/lib/contract/endpoint';
import { markNotifications } from '@/lib/notification/commands';
import { listNotifications } from '@/lib/notification/queries';
import {
  ListNotifications,
  MarkNotifications,
  NotificationRecord,
  NotificationsMarked,
} from '@/lib/notification/schema';

export const notificationEndpoints = defineEndpoints({
  'GET notificationList': list(
    ListNotifications,
    NotificationRecord,
    'profile.own',
    listNotifications,
    'The caller’s notifications, newest first: for each task or project the latest one that still applies.',
  ),
  'POST markNotifications': command(
    MarkNotifications,
    NotificationsMarked,
    'profile.own',
    markNotifications,
    'Marks the caller’s notifications as read or unread: those named, or all.',
  ),
});
