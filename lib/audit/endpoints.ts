import 'server-only';
import { z } from 'zod';
import { exportAudit, prepareAuditExport } from '@/lib/audit/commands';
import { listAudit } from '@/lib/audit/queries';
import { AuditRecord, ExportAudit, ListAudit } from '@/lib/audit/schema';
import { command, defineEndpoints, file, list } from '@/lib/contract/endpoint';
import { JobRecord } from '@/lib/job/schema';

export const auditEndpoints = defineEndpoints({
  'GET auditLog': list(
    ListAudit,
    AuditRecord,
    'audit.view',
    listAudit,
    'What happened, newest first. `totalDocs` is at most 1,000; `next_cursor` leads to the next page.',
  ),
  'POST exportAuditLog': file(
    ExportAudit,
    z.string(),
    'audit.view',
    { steps: exportAudit },
    'The filtered log as a CSV or JSON file. The export is itself recorded.',
    { expensive: true },
  ),
  'POST prepareAuditExport': command(
    ExportAudit,
    JobRecord,
    'audit.view',
    prepareAuditExport,
    'Prepares the same file however long it is; job has the progress, jobFile the file.',
    { expensive: true },
  ),
});
