/** Query keys of bell and panel begin alike, so that one call refreshes both. */
export const NOTIFICATIONS = ['notifications'] as const;
export const UNREAD = [...NOTIFICATIONS, 'unread'] as const;
export const INBOX = [...NOTIFICATIONS, 'inbox'] as const;
