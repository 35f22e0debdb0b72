/** Events of exports. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

export const taskExportEvents = defineEvents({
  'tasks.exported': eventAbout<null>()({
    data: z.object({ format: z.string(), tasks: z.number(), project: z.string().optional() }),
    words: ({ tasks, format }) => `exported ${tasks === 1 ? '1 task' : `${tasks} tasks`} as ${format.toUpperCase()}`,
    audit: { group: 'data', label: 'Tasks exported' },
  }),
});
