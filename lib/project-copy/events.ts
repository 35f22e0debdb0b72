/** A project that was made of another one; its tasks tell it themselves. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { ProjectSubject } from '@/lib/project/events';

export const projectCopyEvents = defineEvents({
  'project.duplicated': eventAbout<ProjectSubject>()({
    data: z.object({ from: z.string().describe('Its name') }),
    words: ({ from }, { it }) => `made ${it} as a duplicate of “${from}”`,
    activity: ({ id }) => ({ projectId: id, audience: 'internal' }),
  }),
});
