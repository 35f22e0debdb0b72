/** Keys of what the bell and its panel keep; both begin alike, so that one call refreshes both. */
export const NOTIFICATIONS = ['notifications'] as const;
export const UNREAD = [...NOTIFICATIONS, 'unread'] as const;
export const INBOX = [...NOTIFICATIONS, 'inbox'] as const;
