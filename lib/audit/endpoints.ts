import 'server-only';
import { z } from 'zod';
import { type Endpoint, endpoint, steppedEndpoint } from '@/lib/api/endpoint';
import { exportAudit } from '@/lib/audit/commands';
import { listAudit } from '@/lib/audit/queries';
import { AuditRecord, ExportAudit, ListAudit } from '@/lib/audit/schema';

export const auditEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'auditLog',
    summary: 'What happened, newest first; `totalDocs` counts to 1,000 at most. `next_cursor` goes on.',
    permission: 'audit.view',
    input: ListAudit,
    output: AuditRecord,
    shape: 'list',
    message: 'Audit log.',
    run: listAudit,
  }),
  steppedEndpoint({
    method: 'POST',
    path: 'exportAuditLog',
    summary: 'The filtered log as a file, CSV or JSON. Itself a line of the log.',
    permission: 'audit.view',
    input: ExportAudit,
    output: z.string(),
    shape: 'file',
    message: 'Audit log.',
    expensive: true,
    run: exportAudit,
  }),
];
