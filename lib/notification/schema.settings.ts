/** What somebody wants to be told of, and how. Runs anywhere. */
import { z } from 'zod';
import { LEVELS, TOPICS, type Topic } from '@/lib/notification/vocabulary';
import { id, record } from '@/lib/validation';

const channels = z.object({
  in_app: z.boolean(),
  email: z
    .union([z.boolean(), z.literal('digest')])
    .describe('true: at once; digest: together with others, once a day'),
  push: z.boolean(),
});
const byTopic = <T extends z.ZodType>(value: T) =>
  z.object(Object.fromEntries(TOPICS.map((topic) => [topic, value])) as Record<Topic, T>);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 22:00.');
const quietHours = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, 'Quiet hours begin and end at different times.')
  .nullable();
const digest = z.strictObject({ hour: z.int().min(0).max(23) });

const pushKey = z
  .string()
  .nullable()
  .describe('What a browser subscribes with; null where the installation pushes nothing');
const pushBrowsers = z.array(z.string()).describe('SHA-256 of the endpoints that are pushed to here, in hex');
/** So that an answer can be sent back. */
const ANSWERED = 'As it was read; it changes nothing';

/** What is left out stays as it is. */
export const ChangeNotificationSettings = z.strictObject({
  events: byTopic(channels.partial().strict()).partial().strict().optional(),
  digest: digest.optional(),
  quiet_hours: quietHours.optional(),
  projects: z.record(id, z.enum(LEVELS)).optional().describe('By project id'),
  emails: z.boolean().optional(),
  push_key: pushKey.optional().describe(ANSWERED),
  push_browsers: pushBrowsers.optional().describe(ANSWERED),
});
export type ChangeNotificationSettings = z.output<typeof ChangeNotificationSettings>;

export const NotificationSettings = record('NotificationSettings', {
  events: byTopic(channels).describe('By what happens: the channels that tell of it'),
  digest: z.object({ hour: z.number().describe('In the person’s time zone') }),
  quiet_hours: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .describe('Emails and push wait until they end, in the person’s time zone'),
  projects: z.record(z.string(), z.enum(LEVELS)).describe('By id: projects with another choice than “all”'),
  push_key: pushKey,
  push_browsers: pushBrowsers,
  emails: z.boolean().describe('Whether emails about notifications are sent at all'),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
