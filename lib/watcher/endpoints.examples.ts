import { freshTask } from '@/lib/task/endpoints.examples';
import { at, type Examples, inProject } from '@/lib/test/example';
import type { watcherEndpoints } from '@/lib/watcher/endpoints';

export const examples: Examples<typeof watcherEndpoints> = {
  'POST watchTask/{id}': {
    ...at('acme.client', async (owner) => `watchTask/${await freshTask(owner)}`, {}),
    about: inProject(),
  },
  'DELETE watchTask/{id}': {
    ...at('acme.user', async (owner) => `watchTask/${await freshTask(owner)}`),
    about: inProject(),
  },
};
