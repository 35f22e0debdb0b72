import type { taskGroupEndpoints } from '@/lib/task-group/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof taskGroupEndpoints> = {
  'GET taskGroups': query({ group: 'assignee', filter: '!status:4' }),
};
