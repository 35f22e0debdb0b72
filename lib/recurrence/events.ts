/** Events of tasks that are made again: for the team alone. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { MODES } from '@/lib/rrule/vocabulary';
import { liveOfTask, type TaskSubject, toTeam } from '@/lib/task/events';

const aboutTask = eventAbout<TaskSubject>();
const live = liveOfTask('task.changed');

const repeats = { rule: z.string(), mode: z.enum(MODES) };

export const recurrenceEvents = defineEvents({
  'recurrence.set': aboutTask({
    data: z.object({
      words: z.string(),
      ...z.object(repeats).partial().shape,
      /** What it was before; null: not repeated. */
      from: z.object(repeats).nullish(),
    }),
    words: ({ words }, { it }) => `made ${it} repeat: ${words}`,
    activity: toTeam,
    live,
  }),
  'recurrence.stopped': aboutTask({
    /** What was left of it. */
    data: z.object(repeats).partial(),
    words: (_, { it }) => `stopped repeating ${it}`,
    activity: toTeam,
    live,
  }),
  'recurrence.skipped': aboutTask({
    data: z.object({ day: z.string() }),
    words: ({ day }, { at }) => `skipped the repetition${at('of')} on ${day}`,
    activity: toTeam,
    live,
  }),
  'recurrence.returned': aboutTask({
    data: z.object({ day: z.string() }),
    words: ({ day }, { at }) => `brought back the repetition${at('of')} on ${day}`,
    activity: toTeam,
    live,
  }),
  /** On the task that is repeated. */
  'recurrence.made': aboutTask({
    data: z.object({ day: z.string() }),
    words: ({ day }, { it }) => `repeated ${it} for ${day}`,
    activity: toTeam,
    live,
  }),
});
