import 'server-only';
import { defineJobs } from '@/lib/contract/job';
import { removeNextRows } from '@/lib/task-import/commands.back';
import { importNextRows } from '@/lib/task-import/commands.run';
import { ImportJob } from '@/lib/task-import/schema';

export const taskImportJobs = defineJobs({
  /** Its id is the batch's. */
  'task.import': { payload: ImportJob, step: importNextRows },
  'task.rollback': { payload: ImportJob, step: removeNextRows },
});
