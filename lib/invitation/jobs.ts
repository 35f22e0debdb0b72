import 'server-only';
import { defineJobs } from '@/lib/contract/job';
import { inviteNextRows } from '@/lib/invitation/commands.csv';
import { ImportJob } from '@/lib/invitation/schema';

export const invitationJobs = defineJobs({
  /** Its id is the batch's. */
  'invitation.import': { payload: ImportJob, step: inviteNextRows },
});
