import type { projectCopyEndpoints } from '@/lib/project-copy/endpoints';
import { type Examples, inProject, unique, WEB } from '@/lib/test/example';

export const examples: Examples<typeof projectCopyEndpoints> = {
  'POST duplicateProject/{id}': {
    seat: 'acme.leader',
    make: async () => ({
      path: `duplicateProject/${WEB}`,
      body: { name: unique('Again'), take: ['tasks', 'milestones', 'dates'] },
    }),
    about: inProject(),
  },
};
