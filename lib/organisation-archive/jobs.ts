import 'server-only';
import { z } from 'zod';
import { defineJobs } from '@/lib/contract/job';
import { exportNextPiece } from '@/lib/organisation-archive/commands.export';
import { importNextPiece } from '@/lib/organisation-archive/commands.import';
import { ImportJob } from '@/lib/organisation-archive/schema';

export const organisationArchiveJobs = defineJobs({
  'organisation.export': { payload: z.object({}), step: exportNextPiece },
  /** Its id is the import's. */
  'organisation.import': { payload: ImportJob, step: importNextPiece },
});
