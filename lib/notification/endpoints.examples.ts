import type { notificationEndpoints } from '@/lib/notification/endpoints';
import { body, type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof notificationEndpoints> = {
  'GET notificationList': query({ filter: 'unread' }),
  'POST markNotifications': { ...body('acme.user', () => ({ read: true })), idle: 'there may be nothing unread' },
};
