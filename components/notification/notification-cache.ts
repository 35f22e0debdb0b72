/** Keys of what the bell and its panel keep; both begin alike, so that one call refreshes both. */
export const UNREAD = ['notifications', 'unread'] as const;
export const INBOX = ['notifications', 'inbox'] as const;
