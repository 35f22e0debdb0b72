import { fixtureId } from '@/lib/test/fixtures';
import type { Example } from '@/lib/test/wire-examples';

/** The examples of the audit log and of what else stands in the settings. */
export const AUDIT_EXAMPLES: Record<string, Example> = {
  'GET auditLog': {
    seat: 'acme.admin',
    make: async () => ({ query: { group: 'entering', member_id: fixtureId('acme.admin'), q: 'e', limit: '3' } }),
  },
  'POST exportAuditLog': {
    seat: 'acme.admin',
    make: async () => ({ body: { format: 'csv', from: '2026-01-01' } }),
  },
};
