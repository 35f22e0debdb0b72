import 'server-only';
import { exportNextLines } from '@/lib/audit/commands';
import { ExportAudit } from '@/lib/audit/schema';
import { defineJobs } from '@/lib/contract/job';

export const auditJobs = defineJobs({
  'audit.export': { payload: ExportAudit, step: exportNextLines },
});
