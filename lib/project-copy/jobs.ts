import 'server-only';
import { defineJobs } from '@/lib/contract/job';
import { copyNextPiece } from '@/lib/project-copy/commands.run';
import { CopyJob } from '@/lib/project-copy/schema';

export const projectCopyJobs = defineJobs({
  'project.copy': { payload: CopyJob, step: copyNextPiece },
});
