/** Events of sign-offs. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';
import { CAUSE_WORDS, CAUSES } from '@/lib/sign-off/vocabulary';

export type SignOffSubject = {
  id: string;
  projectId: string | null;
  /** The task itself, or the one that the file hangs on. */
  task?: { id: string; audience: string };
  /** Whether clients see it now. */
  audience: 'internal' | 'client';
  /** Everybody who is asked. */
  asked: readonly string[];
  askedById: string | null;
};

const about = eventAbout<SignOffSubject>();
/** Of a file or milestone its name stands in the sentence, where it is told beside other things of a task or project. */
const data = z.object({
  sign_off_id: z.string(),
  file_id: z.string().optional(),
  milestone_id: z.string().optional(),
  name: z.string().optional(),
  task: z.string().optional().describe('Key and title'),
});
const reasoned = data.extend({ reason: z.string() });
const what = ({ name, milestone_id: goal }: z.infer<typeof data>, { it }: { it: string }) =>
  name ? `${goal ? 'the milestone ' : ''}“${name}”` : it;
const because = (reason: string) => (reason ? `: ${reason}` : '');

const activity = ({ projectId, task, audience }: SignOffSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience, ...(task && { task }) };

const live = ({ id, projectId, task, audience, asked, askedById }: SignOffSubject): LiveEvent[] => [
  {
    type: 'sign_off.changed',
    ...{ signOffId: id, projectId, ...(task && { taskId: task.id }) },
    client: audience === 'client',
    memberIds: [...new Set([...asked, ...(askedById ? [askedById] : [])])],
  },
];

const place = ({ projectId, task }: SignOffSubject) =>
  task ? { taskId: task.id } : { projectId: projectId as string };
const toAsker = ({ askedById }: SignOffSubject) => (askedById ? [askedById] : []);
const audit = (label: string) =>
  ({
    group: 'work',
    label,
    target: ({ projectId }: SignOffSubject) => projectId ?? undefined,
    it: ({ task, milestone_id: goal }: z.infer<typeof data>) => task ?? (goal ? 'a milestone' : 'a file'),
  }) as const;

export const signOffEvents = defineEvents({
  'sign_off.asked': about({
    data,
    words: (data, how) => `asked for the approval of ${what(data, how)}`,
    activity,
    notify: {
      topic: 'sign_off',
      to: ({ asked }) => asked,
      about: place,
      words: (data, how) => `asks for your approval of ${what(data, how)}`,
      while: 'sign-off waits',
      page: 'notifications?state=waiting',
    },
    live,
  }),
  'sign_off.approved': about({
    data: data.extend({ left: z.int().describe('How many others have not decided yet') }),
    words: (data, how) => `approved ${what(data, how)}${data.left ? `; ${data.left} more to decide` : ''}`,
    activity,
    audit: audit('Approved'),
    notify: { topic: 'sign_off', to: toAsker, about: place, while: 'sign-off is seen' },
    outdate: (_, __, by) => (by ? [by] : []),
    live,
  }),
  'sign_off.returned': about({
    data: reasoned,
    words: (data, how) => `returned ${what(data, how)}${because(data.reason)}`,
    activity,
    audit: audit('Returned'),
    notify: { topic: 'sign_off', to: toAsker, about: place, while: 'sign-off is seen' },
    outdate: ({ asked }) => asked,
    live,
  }),
  'sign_off.withdrawn': about({
    data,
    words: (data, how) => `no longer asks for the approval of ${what(data, how)}`,
    activity,
    outdate: ({ asked }) => asked,
    live,
  }),
  /** Told by the database, with the change that made it fall (`fall_sign_offs`). */
  'sign_off.fallen': about({
    data: data.extend({ because: z.enum(CAUSES), was: z.enum(['waiting', 'approved']) }),
    words: (data, how) =>
      data.because === 'left'
        ? `ended the request for the approval of ${what(data, how)}: it has to be asked anew, because ${CAUSE_WORDS.left}`
        : data.was === 'approved'
          ? `changed ${what(data, how)}: its approval no longer counts, because ${CAUSE_WORDS[data.because]}`
          : `changed ${what(data, how)} while it waited for approval: it has to be asked anew, because ${CAUSE_WORDS[data.because]}`,
    notify: { topic: 'sign_off', to: toAsker, about: place, while: 'sign-off is seen' },
  }),
});
