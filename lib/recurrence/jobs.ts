import 'server-only';
import { defineJobs } from '@/lib/contract/job';
import { makeNextTask } from '@/lib/recurrence/commands.next';
import { RecurrenceJob } from '@/lib/recurrence/schema';

export const recurrenceJobs = defineJobs({
  'task.recur': { payload: RecurrenceJob, step: makeNextTask },
});
