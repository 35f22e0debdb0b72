/** Runs anywhere. */
import { z } from 'zod';
import { LOCALE_TAGS } from '@/lib/account/vocabulary.locale';
import { isTimeZone } from '@/lib/formats';
import { ROLES } from '@/lib/permission/schema';
import { PART_OF_SQUARE, pictureFields, wholeSquare } from '@/lib/picture/schema';
import { THEME_NAMES } from '@/lib/session/vocabulary';
import { personName, record } from '@/lib/validation';

const weekday = z.int().min(1, 'Monday is 1.').max(7, 'Sunday is 7.');

/** What is left out stays. */
export const ChangeProfile = z.strictObject({
  name: personName(80, 'Your name').optional().describe('As it stands in all of your organisations'),
  locale: z
    .enum(LOCALE_TAGS, 'Choose one from the list.')
    .optional()
    .describe('How dates, times and numbers are written'),
  time_zone: z
    .string()
    .max(60, 'This is not a time zone.')
    .refine(isTimeZone, 'This is not a time zone. Write one such as Europe/Berlin.')
    .optional(),
  working_days: z
    .array(weekday)
    .min(1, 'Choose at least one day.')
    .max(7, 'Choose at most seven days.')
    .refine((days) => new Set(days).size === days.length, 'List each day only once.')
    .transform((days) => [...days].sort())
    .optional()
    .describe('ISO weekdays, 1 Monday to 7 Sunday'),
  theme: z.enum(THEME_NAMES, 'A theme is system, light, dark or contrast.').optional(),
  single_keys: z.boolean('True or false.').optional().describe('Whether single letters are commands'),
});
export type ChangeProfile = z.output<typeof ChangeProfile>;

export const ProfileRecord = record('ProfileRecord', {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  role_label: z.string(),
  pic: z.string().nullable(),
  locale: z.string(),
  time_zone: z.string(),
  working_days: z.array(z.number()),
  theme: z.enum(THEME_NAMES),
  single_keys: z.boolean(),
  created_at: z.string(),
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

export const SetPicture = z.strictObject(pictureFields).refine(wholeSquare, PART_OF_SQUARE);
export type SetPicture = z.output<typeof SetPicture>;

export const OwnPicture = record('OwnPicture', { pic: z.string().nullable() });
export type OwnPicture = z.infer<typeof OwnPicture>;

const rows = z.array(z.record(z.string(), z.unknown()));
const part = z.record(z.string(), z.unknown());

export const OwnData = record('OwnData', {
  generated_at: z.string(),
  account: part,
  organisations: z.array(
    z.object({
      organisation_name: z.string(),
      sub_domain: z.string(),
      membership: part,
      sessions: rows,
      left_out: z.string().nullable().describe('Why there is no more of this organisation; null if all is here'),
      projects: rows,
      tasks_assigned: rows,
      tasks_created: rows,
      comments: rows,
      time_entries: rows,
      activity: rows,
      notifications: rows,
      role_requests: rows,
      messages: rows,
      reactions: rows,
      file_comments: rows,
      requests: rows.describe('What they asked the team for, as a client'),
      project_updates: rows.describe('How they said that projects stand'),
      sign_offs: rows.describe('What they sent for approval, and what they decided where they were asked'),
      meetings: rows.describe('Those they called, and those they were invited to with what they answered'),
      agenda_items: rows.describe('Lines of agendas that they wrote'),
      rooms: rows.describe('Groups and direct rooms, and rooms that are muted'),
      presence: part.nullable(),
      notification_settings: part.nullable().describe('Null: none chosen, the defaults hold'),
      push_subscriptions: rows.describe('Browsers that are told, without what opens them'),
    }),
  ),
});
export type OwnData = z.infer<typeof OwnData>;
