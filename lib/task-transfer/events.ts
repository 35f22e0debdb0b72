/** Events of tasks that move to another project. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { TaskSubject } from '@/lib/task/events';

const aboutTask = eventAbout<TaskSubject>();

export const taskTransferEvents = defineEvents({
  /** In the project that it leaves. Where it went is not said: not everybody there may know that project. */
  'task.left': aboutTask({
    data: z.object({ task: z.string().describe('Key and title') }),
    words: ({ task }) => `moved ${task} to another project`,
    activity: ({ projectId }) => ({ projectId, audience: 'internal' }),
    live: ({ id, projectId, version, audience }) => [
      { type: 'task.deleted', taskId: id, projectId, version, client: audience === 'client' },
    ],
  }),
  'task.transferred': aboutTask({
    data: z.object({ from: z.string().describe('The key it had') }),
    words: ({ from }, { it }) => `moved ${it} here, which was ${from}`,
    activity: ({ id, projectId }) => ({ projectId, task: { id, audience: 'internal' }, audience: 'internal' }),
    live: ({ id, projectId, version }) => [{ type: 'task.created', taskId: id, projectId, version, client: false }],
  }),
});
