/** Events of tasks that are made again: for the team alone. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { liveOfTask, type TaskSubject, toTeam } from '@/lib/task/events';

const aboutTask = eventAbout<TaskSubject>();
const live = liveOfTask('task.changed');

export const recurrenceEvents = defineEvents({
  'recurrence.set': aboutTask({
    data: z.object({ words: z.string() }),
    words: ({ words }, { it }) => `made ${it} repeat: ${words}`,
    activity: toTeam,
    live,
  }),
  'recurrence.stopped': aboutTask({
    data: z.object({}),
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
  /** On the task that is repeated. */
  'recurrence.made': aboutTask({
    data: z.object({ day: z.string() }),
    words: ({ day }, { it }) => `repeated ${it} for ${day}`,
    activity: toTeam,
    live,
  }),
});
