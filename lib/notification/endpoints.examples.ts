import type { notificationEndpoints } from '@/lib/notification/endpoints';
import { body, type Examples, query } from '@/lib/test/example';

/** What a browser's Push API gives. */
const aBrowser = () => ({
  endpoint: `https://push.example.org/${crypto.randomUUID()}`,
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
});

/** Another hour with each call: the same choices again change nothing. */
let calls = 0;

export const examples: Examples<typeof notificationEndpoints> = {
  'GET notificationList': query({ state: 'inbox', filter: 'unread' }),
  'POST markNotifications': { ...body('acme.user', () => ({ read: true })), idle: 'there may be nothing unread' },
  'GET notificationSettings': query({}),
  'PUT notificationSettings': body('acme.user', () => ({
    events: { commented: { email: 'digest' } },
    digest: { hour: calls++ % 24 },
    quiet_hours: { from: '20:00', to: '07:30' },
  })),
  'POST pushSubscription': body('acme.user', () => aBrowser()),
  'DELETE pushSubscription': {
    ...body('acme.user', () => ({ endpoint: aBrowser().endpoint })),
    idle: 'there may be none',
  },
};
