/** Meetings: series, people, agendas. Runs anywhere. */
import { z } from 'zod';
import { isTimeZone } from '@/lib/formats';
import { ANSWERS, AUDIENCES, MEETING_STATES, MOST_NOTE, SCOPES } from '@/lib/meeting/vocabulary';
import { PersonBadge } from '@/lib/person/schema';
import { id, line, listOf, number, paging, prose, record } from '@/lib/validation';

const MOST_PEOPLE = 200;
const MOST_MINUTES = 14 * 24 * 60;
const DAY = 86_400_000;

// Each aborts: what compares two times meets none that is still a text.
const moment = z.iso
  .datetime({ offset: true, abort: true, error: 'Write a time as 2026-11-21T08:00:00Z.' })
  .refine((value) => value >= '2000' && value < '2100', { abort: true, error: 'The time is out of range.' })
  .transform((value) => new Date(Math.floor(Date.parse(value) / 60_000) * 60_000));
/** By when the series says that the meeting begins. */
const occurrence = moment.describe('Which meeting of a series: its `occurrence`, which never changes');
const minutes = number.pipe(
  z.int().min(1, 'A meeting has at least one minute.').max(MOST_MINUTES, 'A meeting has 14 days at most.'),
);
const ORDER = { path: ['ends_at'], message: 'It must end after it begins.' };
const ONE_WAY = { path: ['duration_minutes'], message: 'Give either the end or the duration.' };
type Times = { starts_at?: Date | undefined; ends_at?: Date | undefined; duration_minutes?: number | undefined };
const inOrder = ({ starts_at, ends_at }: Times) => !starts_at || !ends_at || starts_at < ends_at;
const notTooLong = ({ starts_at, ends_at }: Times) =>
  !starts_at || !ends_at || ends_at.getTime() - starts_at.getTime() <= 14 * DAY;
const LENGTH = { path: ['ends_at'], message: 'A meeting has 14 days at most.' };
const oneWay = ({ ends_at, duration_minutes }: Times) => !ends_at || duration_minutes === undefined;

const url = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Write a link that begins with https://.' })])
  .refine((value) => value.length <= 1_000, 'A link has 1000 characters at most.');
const title = line(200, 'The title');
const place = z.union([z.literal(''), line(200, 'The place')]);
const reminders = z
  .array(number.pipe(z.int().min(0).max(40_320, 'Four weeks before at most.')))
  .max(5, 'Five reminders at most.')
  .describe('Minutes before it begins');
const attendees = listOf(id).refine((ids) => ids.length <= MOST_PEOPLE, `${MOST_PEOPLE} people at most.`);
const rrule = z
  .string()
  .max(500, 'A rule has 500 characters at most.')
  .describe('RRULE of RFC 5545, by days, weeks, months or years');
const timeZone = z.string().max(60).refine(isTimeZone, 'This is not a time zone such as Europe/Berlin.');
const audience = z.enum(AUDIENCES, 'An audience is internal or client.');

const notes = prose(20_000, 'The notes');
/** Also of what is merged. */
export const fitsMinutes = (text: string): boolean => notes.safeParse(text).success;

const Line = z.strictObject({
  title: line(300, 'The line'),
  minutes: number.pipe(z.int().min(1).max(1_440)).optional(),
  owner_id: id.optional(),
  audience: audience.optional(),
});
const agenda = z
  .array(z.union([line(300, 'The line').transform((title) => ({ title })), Line]))
  .max(100, '100 lines at most.');

export const CreateMeeting = z
  .strictObject({
    title,
    starts_at: moment.describe('ISO 8601, with an offset'),
    ends_at: moment.optional(),
    duration_minutes: minutes.optional(),
    time_zone: timeZone,
    all_day: z.boolean().default(false).describe('From the day of starts_at to that of ends_at, in the time zone'),
    rrule: rrule.nullish(),
    attendee_ids: attendees.default([]),
    project_id: id.nullish(),
    audience: audience.default('internal'),
    place: place.default(''),
    url: url.default(''),
    reminders: reminders.default([]),
    agenda: agenda.default([]),
  })
  .refine(({ ends_at, duration_minutes }) => ends_at !== undefined || duration_minutes !== undefined, {
    path: ['ends_at'],
    message: 'Give the end or the duration.',
  })
  .refine(oneWay, ONE_WAY)
  .refine(inOrder, ORDER)
  .refine(notTooLong, LENGTH);
export type CreateMeeting = z.output<typeof CreateMeeting>;

export const EditMeeting = z
  .strictObject({
    id,
    version: number.optional().describe('409 if it is not the present one'),
    scope: z.enum(SCOPES, 'A scope is this, following or all.').optional(),
    occurrence: occurrence.optional(),
    title: title.optional(),
    starts_at: moment.optional(),
    ends_at: moment.optional(),
    duration_minutes: minutes.optional(),
    time_zone: timeZone.optional(),
    all_day: z.boolean().optional(),
    rrule: rrule.nullish(),
    attendee_ids: attendees.optional(),
    project_id: id.nullish(),
    audience: audience.optional(),
    place: place.optional(),
    url: url.optional(),
    reminders: reminders.optional(),
  })
  .refine(oneWay, ONE_WAY)
  .refine(inOrder, ORDER)
  .refine(notTooLong, LENGTH);
export type EditMeeting = z.output<typeof EditMeeting>;

export const CancelMeeting = z.strictObject({
  id,
  version: number.optional(),
  scope: z.enum(SCOPES, 'A scope is this, following or all.').optional(),
  occurrence: occurrence.optional(),
  reason: prose(500, 'The reason').default(''),
});
export type CancelMeeting = z.output<typeof CancelMeeting>;

export const RestoreMeeting = z.strictObject({
  id,
  version: number.optional(),
  scope: z.enum(SCOPES, 'A scope is this, following or all.').optional(),
  occurrence: occurrence.optional(),
});
export type RestoreMeeting = z.output<typeof RestoreMeeting>;

export const MeetingReference = z.strictObject({ id, occurrence: occurrence.optional() });
export type MeetingReference = z.output<typeof MeetingReference>;

export const AnswerMeeting = z.strictObject({
  id,
  answer: z.enum(ANSWERS, 'An answer is yes, no or maybe.'),
  note: prose(MOST_NOTE, 'The note').default(''),
  occurrence: occurrence.optional(),
});
export type AnswerMeeting = z.output<typeof AnswerMeeting>;

export const ListMeetingActivity = z.strictObject({ id, ...paging });
export type ListMeetingActivity = z.output<typeof ListMeetingActivity>;

const inReach = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) =>
  !from || !to || (from < to && to.getTime() - from.getTime() <= 400 * DAY);
const REACH = { path: ['to'], message: 'From one time to a later one, 400 days at most.' };

export const ListMeetings = z
  .strictObject({
    from: moment.optional().describe('From now on, if left out'),
    to: moment.optional().describe('31 days after the beginning, if left out; 400 days at most'),
    project_id: id.optional(),
    attendee: id.optional(),
    ...paging,
  })
  .refine(inReach, REACH);
export type ListMeetings = z.output<typeof ListMeetings>;

export const FreeBusy = z
  .strictObject({
    member_ids: listOf(id).refine((ids) => ids.length > 0 && ids.length <= 100, 'One to 100 people.'),
    from: moment,
    to: moment,
    duration_minutes: minutes.default(30),
    time_zone: timeZone.optional().describe('Whose working hours count, 9 to 17; the caller’s if left out'),
  })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= 62 * DAY, {
    path: ['to'],
    message: 'From one time to a later one, 62 days at most.',
  });
export type FreeBusy = z.output<typeof FreeBusy>;

export const AddAgendaItem = z.strictObject({
  meeting_id: id,
  occurrence: occurrence.optional(),
  title: line(300, 'The line'),
  owner_id: id.optional(),
  minutes: number.pipe(z.int().min(1).max(1_440)).optional(),
  notes: notes.default(''),
  audience: audience.optional().describe('As the meeting, if left out: client if that is shared with clients'),
  after_id: id.nullish().describe('null: first; left out: last'),
});
export type AddAgendaItem = z.output<typeof AddAgendaItem>;

export const EditAgendaItem = z.strictObject({
  id,
  version: number.describe(
    'What the change was begun from. Where others changed the line since, the change is merged; 409 where they changed the same field, but minutes are never lost: both texts stay',
  ),
  occurrence: occurrence
    .optional()
    .describe('In which meeting of a series: a line of every meeting then changes for this one alone'),
  title: line(300, 'The line').optional(),
  owner_id: id.nullish(),
  minutes: number.pipe(z.int().min(1).max(1_440)).nullish(),
  notes: notes.optional(),
  audience: audience.optional(),
  after_id: id.nullish(),
  done: z.boolean().optional(),
  decision: z.boolean().optional(),
  task_id: id.nullish().describe('A task that the line became, or speaks of'),
  overwrite: z
    .boolean()
    .optional()
    .describe('Also replaces what others changed of the same fields since `version`; they are told'),
  removed: z.literal(false).optional().describe('Brings a line back that was removed'),
});
export type EditAgendaItem = z.output<typeof EditAgendaItem>;

export const AgendaReference = z.strictObject({
  id,
  occurrence: occurrence.optional().describe('A line of every meeting goes from this one alone'),
});
export type AgendaReference = z.output<typeof AgendaReference>;

export const AgendaToTask = z.strictObject({
  id,
  occurrence: occurrence.optional(),
  project_id: id.optional().describe('That of the meeting, if left out'),
});
export type AgendaToTask = z.output<typeof AgendaToTask>;

export const SendMinutes = z.strictObject({
  id,
  occurrence: occurrence.optional(),
  member_ids: attendees.optional().describe('Of those who are invited; left out: all but the caller'),
});
export type SendMinutes = z.output<typeof SendMinutes>;

export const ListDecisions = z.strictObject({ project_id: id.optional(), ...paging });
export type ListDecisions = z.output<typeof ListDecisions>;

const answer = z.enum(ANSWERS).nullable();

const Attendee = record('MeetingAttendee', {
  ...PersonBadge.shape,
  answer,
  note: z.string(),
});

const occurrenceFields = {
  _id: z.string(),
  occurrence: z.string().describe('Which meeting of its series: when that says that it begins'),
  series_id: z.string().describe('The same for all parts of a series that was changed'),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  all_day: z.boolean(),
  rrule: z.string().nullable(),
  place: z.string(),
  url: z.string(),
  project_id: z.string().nullable(),
  audience: z.enum(AUDIENCES),
  organiser: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  attendees: z.array(Attendee),
  my_answer: answer.describe('The caller’s own'),
  status: z.enum(MEETING_STATES),
  reason: z.string().describe('Why it is cancelled'),
  moved: z.boolean().describe('It is not when the series says'),
  version: z.int(),
};

export const MeetingLine = record('MeetingLine', occurrenceFields);
export type MeetingLine = z.infer<typeof MeetingLine>;

export const AgendaItemRecord = record('AgendaItemRecord', {
  _id: z.string(),
  meeting_id: z.string(),
  occurrence: z.string().nullable(),
  title: z.string(),
  minutes: z.int().nullable(),
  notes: z.string().describe('Markdown'),
  audience: z.enum(AUDIENCES),
  owner: PersonBadge.nullable(),
  done: z.boolean(),
  decision: z.boolean(),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string(), status: z.int() }).nullable(),
  carried: z.boolean().describe('Open since an earlier meeting of the series'),
  standing_id: z.string().nullable().describe('The line of every meeting that this is what one meeting made of'),
  notes_html: z.string(),
  merged: z
    .enum(['merged', 'both'])
    .nullable()
    .describe(
      'Of the answer to a change: minutes were put together with what others wrote meanwhile, or stand beside it',
    ),
  version: z.int(),
});
export type AgendaItemRecord = z.infer<typeof AgendaItemRecord>;

export const MeetingRecord = record('MeetingRecord', {
  ...occurrenceFields,
  duration_minutes: z.int(),
  repeats: z.string().nullable().describe('The rule in words'),
  next_occurrence: z.string().nullable(),
  notes: z.array(z.string()).describe('What changes of the clock make of the series'),
  reminders: z.array(z.int()),
  agenda: z.array(AgendaItemRecord),
  rights: z.object({ edit: z.boolean(), answer: z.boolean(), write: z.boolean().describe('Its agenda') }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type MeetingRecord = z.infer<typeof MeetingRecord>;

const Times = z.object({ starts_at: z.string(), ends_at: z.string() });
export const FreeBusyRecord = record('FreeBusyRecord', {
  members: z.array(z.object({ _id: z.string(), busy: z.array(Times) })),
  first_free: Times.nullable().describe('Within working hours, when all of them are free'),
});
export type FreeBusyRecord = z.infer<typeof FreeBusyRecord>;

export const DecisionRecord = record('DecisionRecord', {
  _id: z.string(),
  title: z.string(),
  notes: z.string(),
  notes_html: z.string(),
  audience: z.enum(AUDIENCES),
  owner: PersonBadge.nullable(),
  decided_at: z.string(),
  project_id: z.string().nullable(),
  meeting: z.object({ _id: z.string(), title: z.string(), occurrence: z.string() }),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string(), status: z.int() }).nullable(),
});
export type DecisionRecord = z.infer<typeof DecisionRecord>;

export const MinutesRecord = record('MinutesRecord', {
  lines: z.int().describe('That the caller sees'),
  readers: z
    .array(
      z.object({
        member: PersonBadge,
        invited: z.boolean().describe('Without it: of the project, and sent to only if named in `member_ids`'),
        lines: z.int().describe('That this member may read'),
        sent_at: z.string().nullable().describe('When minutes of this meeting were sent to them last'),
        current: z.boolean().describe('Just these were sent to them already: they are not sent again'),
      }),
    )
    .describe('Of those who are invited, and of the project’s team who may read any, whom the caller may know'),
  sent: z.int().describe('To how many an email was sent by this call'),
});
export type MinutesRecord = z.infer<typeof MinutesRecord>;

export const FeedPlace = z.strictObject({
  project_id: id.optional().describe('Of one project; left out: one’s own, in all of one’s organisations'),
});
export type FeedPlace = z.output<typeof FeedPlace>;

export const CalendarFeedRecord = record('CalendarFeedRecord', {
  url: z.string().nullable().describe('The address is the only key; null: there is none'),
});
export type CalendarFeedRecord = z.infer<typeof CalendarFeedRecord>;
