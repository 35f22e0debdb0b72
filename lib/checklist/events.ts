/** Events of checklists. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { liveOfTask, type TaskSubject, toTeam } from '@/lib/task/events';

const WORDS = { done: 'ticked', open: 'unticked' } as const;

export const checklistEvents = defineEvents({
  'checklist.changed': eventAbout<TaskSubject>()({
    data: z.object({
      change: z.enum(['added', 'renamed', 'done', 'open', 'removed']),
      title: z.string(),
      from: z.string().optional(),
      /** Its id, where the line says what was before. */
      item: z.string().optional(),
      /** Those that were added. */
      items: z.array(z.string()).optional(),
      /** Of one that was removed: whether it was ticked, and the line above it. */
      done: z.boolean().optional(),
      after: z.string().nullish(),
      /** Of lines added at once. */
      count: z.number().optional(),
    }),
    words: ({ change, title, from, count = 1 }, { at }) => {
      const list = `the checklist${at('of')}`;
      if (change === 'removed') return `removed “${title}” from ${list}`;
      if (change === 'added') return count > 1 ? `added ${count} lines to ${list}` : `added “${title}” to ${list}`;
      if (change === 'renamed') return `changed “${from ?? ''}” to “${title}” in ${list}`;
      return `${WORDS[change]} “${title}” in ${list}`;
    },
    activity: toTeam,
    live: liveOfTask('task.changed'),
  }),
  /** Where a line stands: no history, but open pages follow. */
  'checklist.reordered': eventAbout<TaskSubject>()({
    data: z.object({}),
    words: (_, { at }) => `reordered the checklist${at('of')}`,
    live: liveOfTask('task.changed'),
  }),
});
