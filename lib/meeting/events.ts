/** Events of meetings. History lines of a project are for the team: a client sees the meetings that it is invited to. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line, listed, type Telling } from '@/lib/contract/event';
import { ANSWER_LABEL, ANSWERS } from '@/lib/meeting/vocabulary';
import type { LiveEvent } from '@/lib/realtime/events';

export type MeetingSubject = {
  id: string;
  projectId: string | null;
  version: number;
  /** Who hears of it besides the project's team. */
  attendeeIds: readonly string[];
};
type Told = MeetingSubject & {
  told: readonly string[];
  /** Open pages read it again, and the history has the line of what goes on instead. */
  isEnd?: true;
};

const about = z.object({ meeting_id: z.string(), title: z.string() });
const activity = ({ projectId }: MeetingSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience: 'internal' };
const live = ({ id, projectId, version, attendeeIds }: MeetingSubject): LiveEvent[] => [
  { type: 'meeting.changed', meetingId: id, projectId, version, memberIds: [...attendeeIds] },
];
const to = ({ told }: Told) => told;

/** As they are named in sentences. */
export const CHANGED = [
  'title',
  'time',
  'length',
  'rule',
  'place',
  'people',
  'audience',
  'reminders',
  'project',
] as const;
/** Ids as they are stored; with names as they are read. */
const people = z.array(z.union([z.guid(), z.object({ _id: z.string(), name: z.string() })]));
const changed = about.extend({
  fields: z.array(z.enum(CHANGED)).optional(),
  was: z.string().optional().describe('The title before'),
  starts_at: z.string().optional(),
  place: z.string().optional(),
  only: z.string().optional().describe('One meeting of a series'),
  from: z.string().optional().describe('The first that is reached'),
  added: people.optional(),
  removed: people.optional(),
});
const names = (some: z.infer<typeof people> = []) =>
  listed(some.flatMap((one) => (typeof one === 'string' ? [] : [one.name])));

function changedInWords(
  { title, fields = [], was, starts_at, place, only, from, added, removed }: z.infer<typeof changed>,
  { formats }: Pick<Telling, 'formats'>,
): string {
  const which = only ? ` of ${formats.dayOf(only)}` : from ? ` from ${formats.dayOf(from)} on` : '';
  const now = [
    ...(was ? [`before “${was}”`] : []),
    ...(starts_at ? [`now ${formats.moment(starts_at, 'medium')}`] : []),
    ...(place ? [`now at “${place}”`] : []),
    ...(names(added) ? [`invited ${names(added)}`] : []),
    ...(names(removed) ? [`no longer invited ${names(removed)}`] : []),
  ];
  const what = fields.length ? `the ${listed(fields)} of the meeting` : 'the meeting';
  return `changed ${what} “${title}”${which}${now.length ? `: ${now.join('; ')}` : ''}`;
}

const LINE = { added: 'added the agenda line', removed: 'removed the agenda line', changed: 'changed the agenda line' };

const OVERLAP = {
  both: (line: string) => `wrote minutes of “${line}” at the same time as you; both texts are kept`,
  replaced: (line: string) => `replaced what you changed of the agenda line “${line}” at the same time`,
  returned: (line: string) => `wrote minutes of “${line}” while you removed it; the line is back`,
};

export const meetingEvents = defineEvents({
  'meeting.created': eventAbout<Told>()({
    data: about,
    words: ({ title }) => `arranged the meeting “${title}”`,
    activity,
    notify: {
      topic: 'meeting',
      to,
      while: 'still invited',
      words: ({ title }) => `invited you to the meeting “${title}”`,
      page: 'meeting',
    },
    live,
  }),
  'meeting.changed': eventAbout<Told>()({
    data: changed,
    words: changedInWords,
    activity: (subject) => (subject.isEnd ? undefined : activity(subject)),
    // Clients are told too.
    notify: {
      topic: 'meeting',
      to,
      while: 'still invited',
      keeps: ({ meeting_id, title }) => ({ meeting_id, title }),
      page: 'meeting',
    },
    live,
  }),
  'meeting.cancelled': eventAbout<Told>()({
    data: about.extend({ reason: z.string() }),
    words: ({ title, reason }) => `cancelled the meeting “${title}”${reason && `: ${reason}`}`,
    activity,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
    audit: { group: 'work', label: 'Meeting cancelled' },
    live,
  }),
  'meeting.restored': eventAbout<Told>()({
    data: about,
    words: ({ title }) => `brought back the meeting “${title}”`,
    activity,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
    audit: { group: 'work', label: 'Meeting brought back' },
    live,
  }),
  /** Data leaves by email, to each what they may read. */
  'minutes.sent': eventAbout<Told>()({
    data: about,
    words: ({ title }) => `sent the minutes of the meeting “${title}”`,
    activity,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
    audit: { group: 'work', label: 'Minutes sent by email' },
    live,
  }),
  'meeting.answered': eventAbout<Told>()({
    data: about.extend({ answer: z.enum(ANSWERS) }),
    words: ({ title, answer }) => `answered ${ANSWER_LABEL[answer].toLowerCase()} to the meeting “${title}”`,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
    live,
  }),
  /** Without signing in: whoever has the email could. */
  'meeting.answered_by_link': eventAbout<object>()({
    data: about.extend({ answer: z.enum(ANSWERS) }),
    words: ({ title, answer }) =>
      `answered ${ANSWER_LABEL[answer].toLowerCase()} to the meeting “${title}” by the link of an email`,
    audit: { group: 'work', label: 'Meeting answered by link' },
  }),
  /** Made by the schedule. */
  'meeting.reminder': eventAbout<Told>()({
    data: about.extend({ starts_at: z.string() }),
    words: ({ title, starts_at }, { formats }) =>
      `reminds you: “${title}” begins on ${formats.moment(starts_at, 'medium')}`,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
  }),
  /** No line in a project's history: an agenda is written by many, all the time. A meeting's own reads what is kept of its lines. */
  'agenda.changed': eventAbout<MeetingSubject>()({
    data: z.object({ line: z.string().optional(), how: z.enum(['added', 'removed', 'changed']).optional() }),
    words: ({ line, how = 'changed' }) => (line ? `${LINE[how]} “${line}”` : 'changed the agenda of a meeting'),
    live,
  }),
  /** Two people at once: whoever wrote before is told what became of it. */
  'agenda.overlapped': eventAbout<Told>()({
    data: about.extend({ line: z.string(), how: z.enum(['both', 'replaced', 'returned']) }),
    words: ({ line, how }) => OVERLAP[how](line),
    notify: { topic: 'meeting', to, while: 'meeting is seen', page: 'meeting' },
  }),
  /** Data leaves by a private address. */
  'calendar.shared': eventAbout<object>()({
    data: z.object({}),
    words: () => 'made a private address for a calendar',
    audit: { group: 'work', label: 'Calendar address made' },
  }),
  'calendar.revoked': eventAbout<object>()({
    data: z.object({}),
    words: () => 'revoked a private address for a calendar',
    audit: { group: 'work', label: 'Calendar address revoked' },
  }),
  'agenda.decided': eventAbout<MeetingSubject>()({
    data: about.extend({ decision: z.string() }),
    words: ({ title, decision }) => `noted the decision “${decision}” of the meeting “${title}”`,
    activity,
    live,
  }),
});
