import 'server-only';
import { z } from 'zod';
import { exportAudit } from '@/lib/audit/commands';
import { listAudit } from '@/lib/audit/queries';
import { AuditRecord, ExportAudit, ListAudit } from '@/lib/audit/schema';
import { defineEndpoints, file, list } from '@/lib/contract/endpoint';

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
});
