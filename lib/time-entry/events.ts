/** Events of time spent on tasks: for the team alone. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';
import { estimateWords } from '@/lib/task/vocabulary';

type TimeSubject = {
  id: string;
  taskId: string;
  projectId: string;
  /** Of the task. */
  audience: string;
  memberId: string;
};

const aboutTime = eventAbout<TimeSubject>();
const minutes = z.int();

const activity = ({ taskId, projectId, audience }: TimeSubject): Line => ({
  projectId,
  task: { id: taskId, audience },
  audience: 'internal',
});
const live = ({ id, taskId, projectId, memberId }: TimeSubject): LiveEvent[] => [
  { type: 'time.changed', entryId: id, taskId, projectId, memberId },
];

type WeekSubject = { memberId: string };
const aboutWeek = eventAbout<WeekSubject>();
const ofMember = ({ memberId }: WeekSubject) => memberId;
const weekLive = ({ memberId }: WeekSubject): LiveEvent[] => [{ type: 'week.locked', memberId }];
const week = z.object({ week: z.string() });

export const timeEntryEvents = defineEvents({
  /** By hand, or by stopping the timer. */
  'time.logged': aboutTime({
    data: z.object({ minutes }),
    words: ({ minutes }, { it }) => `spent ${estimateWords(minutes)} on ${it}`,
    activity,
    live,
  }),
  'time.edited': aboutTime({
    data: z.object({ from: minutes, to: minutes }),
    words: ({ from, to }, { at }) =>
      `changed time spent${at('on')} from ${estimateWords(from)} to ${estimateWords(to)}`,
    activity,
    live,
  }),
  'time.deleted': aboutTime({
    data: z.object({ minutes }),
    words: ({ minutes }, { at }) => `removed ${estimateWords(minutes)} of time spent${at('on')}`,
    activity,
    live,
  }),
  /** No history line: it is written when the timer stops. */
  'time.started': aboutTime({ data: z.object({}), words: (_, { it }) => `started a timer for ${it}`, live }),
  'time.noted': aboutTime({ data: z.object({}), words: (_, { it }) => `changed a note about time on ${it}`, live }),
  'time.locked': aboutWeek({
    data: week,
    words: ({ week }, { it }) => `locked the week ${week} of ${it}`,
    audit: { group: 'work', label: 'Week locked', target: ofMember },
    notify: {
      topic: 'approved',
      to: (subject) => [subject.memberId],
      words: ({ week }) => `locked your time of week ${week}`,
      page: 'task?view=sheet',
    },
    live: weekLive,
  }),
  'time.unlocked': aboutWeek({
    data: week,
    words: ({ week }, { it }) => `unlocked the week ${week} of ${it}`,
    audit: { group: 'work', label: 'Week unlocked', target: ofMember },
    notify: {
      topic: 'approved',
      to: (subject) => [subject.memberId],
      words: ({ week }) => `unlocked your time of week ${week}`,
      page: 'task?view=sheet',
    },
    live: weekLive,
  }),
});
