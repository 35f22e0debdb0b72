import { freshTask } from '@/lib/task/endpoints.examples';
import { type Examples, inProject, of } from '@/lib/test/example';
import type { watcherEndpoints } from '@/lib/watcher/endpoints';

export const examples: Examples<typeof watcherEndpoints> = {
  'POST watchTask/{id}': of(freshTask, inProject(), {}, 'acme.client'),
  'DELETE watchTask/{id}': of(freshTask, inProject()),
};
