/** Events of dependencies. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { liveOfTask, type TaskSubject, toTeam } from '@/lib/task/events';

const WORDS = {
  blocks: ['blocks', 'no longer blocks'],
  blocked_by: ['is blocked by', 'is no longer blocked by'],
} as const;
const KEY = /^[A-Z][A-Z0-9]*-\d+$/;

export const dependencyEvents = defineEvents({
  'dependency.changed': eventAbout<TaskSubject>()({
    // The other task's key if the reader may know it; only its id is stored.
    data: z.object({ relation: z.enum(['blocks', 'blocked_by']), other: z.string().nullable(), added: z.boolean() }),
    words: ({ relation, other, added }, { it }) =>
      `said that ${it} ${WORDS[relation][added ? 0 : 1]} ${other && KEY.test(other) ? other : 'another task'}`,
    activity: toTeam,
    live: liveOfTask('task.changed'),
  }),
});
