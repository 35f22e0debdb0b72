import type { taskExportEndpoints } from '@/lib/task-export/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof taskExportEndpoints> = {
  'GET exportTasks': {
    ...query({ format: 'csv', status: '1,2', sort: 'due', columns: 'key,spent,creator' }),
    records: 'audit',
  },
};
