/** Events of meetings. History lines of a project are for the team: a client sees the meetings that it is invited to. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import { ANSWER_LABEL, ANSWERS } from '@/lib/meeting/vocabulary';
import type { LiveEvent } from '@/lib/realtime/events';

export type MeetingSubject = {
  id: string;
  projectId: string | null;
  version: number;
  /** Who hears of it besides the project's team. */
  attendeeIds: readonly string[];
};
type Told = MeetingSubject & { told: readonly string[] };

const about = z.object({ meeting_id: z.string(), title: z.string() });
const activity = ({ projectId }: MeetingSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience: 'internal' };
const live = ({ id, projectId, version, attendeeIds }: MeetingSubject): LiveEvent[] => [
  { type: 'meeting.changed', meetingId: id, projectId, version, memberIds: [...attendeeIds] },
];
const to = ({ told }: Told) => told;

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
    data: about,
    words: ({ title }) => `changed the meeting “${title}”`,
    activity,
    notify: { topic: 'meeting', to, while: 'still invited', page: 'meeting' },
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
  /** No line in the history: an agenda is written by many, all the time. */
  'agenda.changed': eventAbout<MeetingSubject>()({
    data: z.object({}),
    words: () => 'changed the agenda of a meeting',
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
