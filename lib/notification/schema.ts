/** Notifications for the bell and the inbox. Runs anywhere. */
import { z } from 'zod';
import { FILTERS, STATES } from '@/lib/notification/vocabulary';
import { PersonBadge } from '@/lib/person/schema';
import { ROOM_KINDS } from '@/lib/room/vocabulary';
import { bothWays, id, instantCursor, paging, record } from '@/lib/validation';

export const ListNotifications = z.strictObject({
  state: z.enum(STATES).default('inbox'),
  filter: z.enum(FILTERS).default('all'),
  cursor: bothWays(instantCursor).optional().describe('A next_cursor or prev_cursor of the same list'),
  ...paging,
});
export type ListNotifications = z.output<typeof ListNotifications>;

const SNOOZE_DAYS = 366;
const later = z.iso
  .datetime({ offset: true, error: 'Write a moment as 2026-11-30T09:00:00Z.' })
  .refine((value) => Date.parse(value) > Date.now(), 'This moment has passed.')
  .refine((value) => Date.parse(value) < Date.now() + SNOOZE_DAYS * 86_400_000, 'A year at most.');

const at = z.iso
  .datetime({ offset: true })
  .refine((value) => {
    const moment = Date.parse(value);
    return moment > Date.UTC(2000, 0) && moment < Date.now() + SNOOZE_DAYS * 86_400_000;
  }, 'This moment is too far away.')
  .nullable();
/** An inbox has no more. */
export const MOST_MARKED = 1_000;
/** How a notification stands. */
const Standing = record('NotificationStanding', {
  _id: id,
  read_at: at,
  archived_at: at,
  snoozed_until: at,
  arrived_at: at.describe('By which the inbox is ordered'),
});
export type Standing = z.infer<typeof Standing>;

/** The caller's own; without `ids`, all of the inbox. Nothing else given: read. */
export const MarkNotifications = z
  .strictObject({
    ids: z.array(id).max(200).optional(),
    read: z.boolean().optional(),
    archive: z.boolean().optional(),
    snooze_until: later.nullable().optional().describe('When it comes back, unread; null: now'),
    restore: z
      .array(Standing)
      .max(MOST_MARKED)
      .optional()
      .describe('`before` of an earlier answer, which is undone: these, and no others, stand as they did'),
  })
  .refine(({ ids, snooze_until }) => ids !== undefined || snooze_until === undefined, {
    path: ['ids'],
    message: 'Say which ones come back later.',
  })
  .refine(({ restore, ...rest }) => !restore || Object.values(rest).every((one) => one === undefined), {
    path: ['restore'],
    message: 'What is undone is not changed in the same call.',
  })
  .transform(({ read, ...rest }) => ({
    ...rest,
    read: read ?? (rest.archive === undefined && rest.snooze_until === undefined && !rest.restore ? true : undefined),
  }));
export type MarkNotifications = z.output<typeof MarkNotifications>;

export const NotificationRecord = record('NotificationRecord', {
  _id: z.string(),
  kind: z.string(),
  says: z.string().describe('What happened, in words that follow the name of who did it'),
  page: z.string().nullable().describe('The page it leads to, where it is about no task, room or project'),
  reason: z.string().nullable().describe('Why the caller is told of this task, room or project, in words'),
  actor: PersonBadge.nullable(),
  task: z
    .object({
      _id: z.string(),
      key: z.string(),
      title: z.string(),
      project_id: z.string(),
      audience: z.enum(['internal', 'client']),
    })
    .nullable(),
  room: z
    .object({ _id: z.string(), name: z.string(), kind: z.enum(ROOM_KINDS) })
    .nullable()
    .describe('Of the chat, where it was said'),
  quote: z.string().nullable().describe('How the comment, message or update begins'),
  rights: z.object({ reply: z.boolean().describe('Whether the caller may answer the comment or message') }),
  data: z.record(z.string(), z.unknown()),
  state: z.enum(STATES),
  created_at: z.string(),
  arrived_at: z.string().describe('When it came into the inbox, or came back to it: by which the list is ordered'),
  read_at: z.string().nullable(),
  snoozed_until: z.string().nullable(),
  more: z.number().describe('Further unread ones about the same task, room or project, older than this one'),
});
export type NotificationRecord = z.infer<typeof NotificationRecord>;

export const NotificationsMarked = record('NotificationsMarked', {
  marked: z.number(),
  unread: z.number().describe('What is unread now; 100 stands for 100 or more'),
  before: z.array(Standing).describe('How what changed stood before; of what was restored, nothing'),
});
export type NotificationsMarked = z.infer<typeof NotificationsMarked>;
