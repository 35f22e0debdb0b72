/** One day in all organisations of a person. Runs anywhere. */
import { z } from 'zod';
import { MeetingLine } from '@/lib/meeting/schema';
import { MarkNotifications, NotificationRecord } from '@/lib/notification/schema';
import { id, record } from '@/lib/validation';

const task = z.object({
  _id: z.string(),
  key: z.string(),
  title: z.string(),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }),
  status: z.number(),
  status_label: z.string(),
  due_date: z.string(),
  overdue: z.boolean(),
});
export type TaskOfToday = z.infer<typeof task>;

const room = z.object({
  _id: z.string(),
  kind: z.string(),
  name: z.string(),
  unread_count: z.number(),
  mention_count: z.number(),
});

const organisation = z.object({
  organisation: z.object({ _id: z.string(), key: z.string(), name: z.string(), tint: z.string() }),
  left_out: z.string().nullable().describe('Why nothing of it is read, where something has to be done first'),
  unread: z.number().describe('Unread rows of the inbox; 100 stands for 100 or more'),
  inbox: z.array(NotificationRecord).describe('The newest unread ones, five at most'),
  tasks: z.array(task).describe('Open, assigned to the caller, overdue or due within seven days; twenty at most'),
  tasks_total: z.number().describe('How many these are altogether'),
  meetings: z.array(MeetingLine).describe('Of today, that the caller is invited to'),
  rooms: z.array(room).describe('With unread messages, ten at most; one that is muted where it calls the caller'),
  rooms_total: z.number().describe('How many these are altogether, of the two hundred with the newest messages'),
});

export const MarkToday = z.strictObject({
  organisation_id: id,
  marks: MarkNotifications.describe('As for `markNotifications`'),
});
export type MarkToday = z.output<typeof MarkToday>;

export const TodayRecord = record('TodayRecord', {
  day: z.string().describe('In the person’s time zone'),
  organisations: z.array(organisation),
});
export type TodayRecord = z.infer<typeof TodayRecord>;
export type OrganisationToday = TodayRecord['organisations'][number];
