import 'server-only';
import { z } from 'zod';
import { command, defineEndpoints, file, list, query } from '@/lib/contract/endpoint';
import { cancelJob } from '@/lib/job/commands';
import { getJob, getJobFile, listJobs } from '@/lib/job/queries';
import { JobRecord, JobReference, ListJobs } from '@/lib/job/schema';

export const jobEndpoints = defineEndpoints({
  'GET jobList': list(
    ListJobs,
    JobRecord,
    'profile.own',
    listJobs,
    'The caller’s imports and exports, newest first; for admins also the imports of others.',
  ),
  'GET job/{id}': query(JobReference, JobRecord, 'profile.own', getJob, 'The progress of an import or export.'),
  'POST cancelJob/{id}': command(
    JobReference,
    JobRecord,
    'profile.own',
    cancelJob,
    'Cancels an import or export; what was done stays.',
  ),
  'GET jobFile/{id}': file(
    JobReference,
    z.string(),
    'profile.own',
    { steps: getJobFile },
    'The file that an export made, for 24 hours after it was finished.',
  ),
});
