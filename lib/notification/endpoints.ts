import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { markNotifications } from '@/lib/notification/commands';
import { listNotifications } from '@/lib/notification/queries';
import {
  ListNotifications,
  MarkNotifications,
  NotificationRecord,
  NotificationsMarked,
} from '@/lib/notification/schema';

export const notificationEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'notificationList',
    summary: 'The caller’s notifications, newest first: one for each task or project, its newest that still holds.',
    permission: 'profile.own',
    input: ListNotifications,
    output: NotificationRecord,
    shape: 'list',
    message: 'Notifications.',
    run: listNotifications,
  }),
  endpoint({
    method: 'POST',
    path: 'markNotifications',
    summary: 'Marks the caller’s notifications as read or unread: those named, or all.',
    permission: 'profile.own',
    input: MarkNotifications,
    output: NotificationsMarked,
    shape: 'record',
    message: 'Notifications marked.',
    run: markNotifications,
  }),
];
