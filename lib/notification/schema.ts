/** Notifications for the bell and the inbox. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { id, paging, record } from '@/lib/validation';

export const ListNotifications = z.strictObject({ filter: z.enum(['all', 'unread']).default('all'), ...paging });
export type ListNotifications = z.output<typeof ListNotifications>;

/** The caller's own; without `ids`, all. */
export const MarkNotifications = z.strictObject({
  ids: z.array(id).max(200).optional(),
  read: z.boolean().default(true),
});
export type MarkNotifications = z.output<typeof MarkNotifications>;

export const NotificationRecord = record('NotificationRecord', {
  _id: z.string(),
  kind: z.string(),
  says: z.string().describe('What happened, in words that follow the name of who did it'),
  page: z.string().nullable().describe('The page it leads to, where it is about neither a task nor a project'),
  actor: PersonBadge.nullable(),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string() }).nullable(),
  data: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  read_at: z.string().nullable(),
  more: z.number().describe('Further unread ones about the same task or project, older than this one'),
});
export type NotificationRecord = z.infer<typeof NotificationRecord>;

export const NotificationsMarked = record('NotificationsMarked', {
  marked: z.number(),
  unread: z.number().describe('What is unread now; 100 stands for 100 or more'),
});
export type NotificationsMarked = z.infer<typeof NotificationsMarked>;
