/** Time that people spend on tasks. Runs anywhere. */
import { z } from 'zod';
import { Imported } from '@/lib/imported/schema';
import { PersonBadge } from '@/lib/person/schema';
import { id, number, paging, plainDate, prose, record, taskReference } from '@/lib/validation';
import { mondayOfWeek } from '@/lib/working-days';

/** Of one entry that is written by hand. */
const MOST_MINUTES = 24 * 60;
const MINUTE = 60_000;

const moment = z.iso
  .datetime({ offset: true, error: 'Write a time as 2026-11-21T08:00:00Z.' })
  .refine((value) => value >= '1970' && value < '2200', 'The time is out of range.');
const span = {
  minutes: number.pipe(z.int().min(1, 'At least one minute.').max(MOST_MINUTES, 'An entry has 24 hours at most.')),
  started_at: moment.describe('ISO 8601, with an offset'),
  ended_at: moment,
};
const note = prose(500, 'The note');

type Times = { started_at?: string; ended_at?: string };
const inOrder = ({ started_at, ended_at }: Times) =>
  !started_at || !ended_at || Date.parse(started_at) <= Date.parse(ended_at);
const withinADay = ({ started_at, ended_at }: Times) =>
  !started_at || !ended_at || Date.parse(ended_at) - Date.parse(started_at) <= MOST_MINUTES * MINUTE;
const ORDER = { path: ['ended_at'], message: 'It must end after it began.' };
const DAY = { path: ['ended_at'], message: 'An entry has 24 hours at most.' };
const ONE_WAY = { path: ['minutes'], message: 'Give either the minutes or the end.' };

export const LogTime = z
  .strictObject({
    task_id: taskReference,
    minutes: span.minutes.optional().describe('From started_at, or until now'),
    started_at: span.started_at.optional(),
    ended_at: span.ended_at.optional(),
    day: plainDate
      .optional()
      .describe('With minutes alone: the day it counts on, by the organisation’s clock; the server gives it its times'),
    note: note.default(''),
  })
  .refine(({ minutes, started_at, ended_at }) => minutes !== undefined || (started_at && ended_at), {
    path: ['minutes'],
    message: 'Give the minutes, or when it began and ended.',
  })
  .refine(({ minutes, ended_at }) => minutes === undefined || !ended_at, ONE_WAY)
  .refine(({ day, minutes, started_at }) => day === undefined || (minutes !== undefined && !started_at), {
    path: ['day'],
    message: 'With a day give the minutes, and no times.',
  })
  .refine(inOrder, ORDER)
  .refine(withinADay, DAY);
export type LogTime = z.output<typeof LogTime>;

export const EditTime = z
  .strictObject({
    id,
    version: number,
    minutes: span.minutes.optional().describe('From when it began'),
    started_at: span.started_at.optional(),
    ended_at: span.ended_at.optional(),
    note: note.optional(),
  })
  .refine(({ minutes, ended_at }) => minutes === undefined || !ended_at, ONE_WAY)
  .refine(inOrder, ORDER)
  .refine(withinADay, DAY);
export type EditTime = z.output<typeof EditTime>;

export const TimeReference = z.strictObject({ id });
export type TimeReference = z.output<typeof TimeReference>;

export const ListTime = z.strictObject({
  task_id: taskReference.optional(),
  member_id: id.optional(),
  from: plainDate.optional().describe('Day it counts on: on which it began, by the organisation’s clock'),
  to: plainDate.optional().describe('The last such day'),
  ...paging,
});
export type ListTime = z.output<typeof ListTime>;

/** What a report's lines are: a person in a project, a person, or a project. */
export const REPORTS = ['both', 'person', 'project'] as const;

export const ReportTime = z.strictObject({
  by: z.enum(REPORTS, 'A report is by both, person or project.').default('both'),
  project_id: id.optional(),
  member_id: id.optional(),
  from: plainDate.optional(),
  to: plainDate.optional(),
  ...paging,
});
export type ReportTime = z.output<typeof ReportTime>;

export const TimeReportLine = record('TimeReportLine', {
  member_id: z.string().nullable(),
  member: PersonBadge.nullable(),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }).nullable(),
  minutes: z.int(),
  imported_minutes: z.int().describe('Of these, what came with imports'),
  entries: z.int(),
});
export type TimeReportLine = z.infer<typeof TimeReportLine>;

export const StartTimer = z.strictObject({ task_id: taskReference, note: note.default('') });
export type StartTimer = z.output<typeof StartTimer>;

export const TimeEntryRecord = record('TimeEntryRecord', {
  _id: z.string(),
  task_id: z.string(),
  task_key: z.string(),
  task_title: z.string(),
  project_id: z.string(),
  member_id: z.string(),
  member: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  imported: Imported.nullable().describe('Came with an import; the member is who imported it'),
  note: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable().describe('null: the timer runs'),
  minutes: z.int().nullable(),
  day: z.string().describe('The day that all of it counts on: on which it began, by the organisation’s clock'),
  locked: z.boolean().describe('In a locked week: it is neither changed nor removed'),
  version: z.number(),
  created_at: z.string(),
});
export type TimeEntryRecord = z.infer<typeof TimeEntryRecord>;

export const TimerRecord = record('TimerRecord', {
  running: TimeEntryRecord.nullable().describe('The caller’s own'),
  stopped: TimeEntryRecord.nullable().describe('The entry that this call ended'),
});
export type TimerRecord = z.infer<typeof TimerRecord>;

const week = z
  .string()
  .regex(/^(19[7-9]\d|20\d\d|21\d\d)-W\d{2}$/, 'Write a week as 2026-W48.')
  .refine((value) => mondayOfWeek(value) !== null, 'This year has no such week.')
  .describe('ISO 8601, from Monday to Sunday');

export const AskTimeSheet = z.strictObject({
  member_id: id.optional().describe('Whose time; without it and without a project the caller’s'),
  project_id: id.optional().describe('Of one project; without a member that of everybody in it'),
  week: week.optional().describe('ISO 8601, such as 2026-W48; this week by itself'),
});
export type AskTimeSheet = z.output<typeof AskTimeSheet>;

export const LockWeek = z.strictObject({
  member_id: id,
  week,
  locked: z.boolean('locked is true or false.'),
});
export type LockWeek = z.output<typeof LockWeek>;

const lock = z
  .object({ locked_at: z.string(), locked_by: PersonBadge.nullable() })
  .nullable()
  .describe('null: the week is open');

const TimeCell = z.object({
  date: z.string(),
  minutes: z.int().describe('Of entries that have ended'),
  entries: z.int(),
  running: z.boolean().describe('One of them is a timer that runs'),
  entry: z
    .object({ _id: z.string(), version: z.number() })
    .nullable()
    .describe('The entry, where there is one alone that has ended'),
});
export type TimeCell = z.infer<typeof TimeCell>;

const TimeRow = z.object({
  task_id: z.string(),
  task_key: z.string(),
  task_title: z.string(),
  binned: z.boolean().describe('The task is in the bin'),
  project_id: z.string(),
  project_name: z.string(),
  member_id: z.string(),
  member: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  locked: z.boolean().describe('The week of this member is locked'),
  minutes: z.int(),
  cells: z.array(TimeCell).describe('Days with entries, in order'),
});
export type TimeRow = z.infer<typeof TimeRow>;

export const TimeSheet = record('TimeSheet', {
  week: z.string(),
  from: z.string().describe('Its Monday'),
  to: z.string().describe('Its Sunday'),
  time_zone: z
    .string()
    .describe('The organisation’s clock: an entry counts as a whole on the day on which it began by it'),
  today: z.string().describe('By the organisation’s clock'),
  member: PersonBadge.nullable().describe('Whose; null: everybody’s of the project'),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }).nullable(),
  lock,
  days: z.array(z.object({ date: z.string(), minutes: z.int(), working: z.boolean() })),
  rows: z.array(TimeRow).describe('By task and member, those with most time first'),
  minutes: z.int(),
  cut: z.boolean().describe('There were more rows than one answer has (1000); the sums count all'),
  can: z.object({
    log: z.boolean().describe('The caller’s own time, and the week is open'),
    lock: z.boolean().describe('The caller may lock the week of this member, or unlock it'),
  }),
});
export type TimeSheet = z.infer<typeof TimeSheet>;

export const WeekLock = record('WeekLock', {
  member_id: z.string(),
  week: z.string(),
  from: z.string().describe('Its Monday'),
  to: z.string().describe('Its Sunday'),
  locked: z.boolean(),
  lock,
});
export type WeekLock = z.infer<typeof WeekLock>;
