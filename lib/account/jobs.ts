import 'server-only';
import { z } from 'zod';
import { writeOwnData } from '@/lib/account/own-data';
import { defineJobs } from '@/lib/contract/job';

export const accountJobs = defineJobs({
  'account.export': { payload: z.object({}), step: writeOwnData },
});
