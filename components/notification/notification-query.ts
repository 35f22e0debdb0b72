import type { InboxFilter, InboxState } from '@/lib/notification/vocabulary';

/** Query keys of bell, panel and page begin alike, so that one call refreshes all. */
export const NOTIFICATIONS = ['notifications'] as const;
export const UNREAD = [...NOTIFICATIONS, 'unread'] as const;
export const LISTS = [...NOTIFICATIONS, 'list'] as const;
export const listKey = (state: InboxState, filter: InboxFilter) => [...LISTS, state, filter] as const;
