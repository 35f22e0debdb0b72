import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { markNotifications } from '@/lib/notification/commands';
import { subscribe, unsubscribe } from '@/lib/notification/commands.push';
import { changeSettings } from '@/lib/notification/commands.settings';
import { listNotifications } from '@/lib/notification/queries';
import { readSettings } from '@/lib/notification/queries.settings';
import {
  ListNotifications,
  MarkNotifications,
  NotificationRecord,
  NotificationsMarked,
} from '@/lib/notification/schema';
import { EndPushSubscription, NewPushSubscription, PushSubscriptionRecord } from '@/lib/notification/schema.push';
import { ChangeNotificationSettings, NotificationSettings } from '@/lib/notification/schema.settings';
import { Nothing } from '@/lib/validation';

export const notificationEndpoints = defineEndpoints({
  'GET notificationList': list(
    ListNotifications,
    NotificationRecord,
    'profile.own',
    listNotifications,
    'The caller’s notifications, newest first: for each task or project the latest one that still applies. `prev_cursor` leads to newer ones.',
  ),
  'POST markNotifications': command(
    MarkNotifications,
    NotificationsMarked,
    'profile.own',
    markNotifications,
    'Marks the caller’s notifications as read or unread, archives them or has them come back later: those named, or the whole inbox.',
  ),
  'GET notificationSettings': query(
    Nothing,
    NotificationSettings,
    'profile.own',
    readSettings,
    'What the caller is told of in this organisation: by event and channel, by project, in which hours.',
  ),
  'PUT notificationSettings': command(
    ChangeNotificationSettings,
    NotificationSettings,
    'profile.own',
    changeSettings,
    'Changes what the caller is told of from now on; what is left out stays as it is.',
  ),
  'POST pushSubscription': create(
    NewPushSubscription,
    PushSubscriptionRecord,
    'profile.own',
    subscribe,
    'Pushes the caller’s notifications to a browser, as its Push API names itself, until the session ends. Of one browser the last one counts.',
  ),
  'DELETE pushSubscription': command(
    EndPushSubscription,
    PushSubscriptionRecord,
    'profile.own',
    unsubscribe,
    'Pushes nothing more to a browser.',
  ),
});
