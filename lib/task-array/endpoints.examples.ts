import { freshTask } from '@/lib/task/endpoints.examples';
import type { taskArrayEndpoints } from '@/lib/task-array/endpoints';
import { body, type Examples } from '@/lib/test/example';

export const examples: Examples<typeof taskArrayEndpoints> = {
  'POST taskArray': {
    ...body('acme.user', async (owner) => ({ task_ids: [await freshTask(owner)], set: { priority: 'high' } })),
    // Each task answers for itself: whoever does not see it is told so of that one.
    refusedWithin: ['outsider', 'removed', 'demoted', 'foreign'],
  },
};
