import type { auditEndpoints } from '@/lib/audit/endpoints';
import type { Examples } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';

export const examples: Examples<typeof auditEndpoints> = {
  'GET auditLog': {
    seat: 'acme.admin',
    make: async () => ({ query: { group: 'entering', member_id: fixtureId('acme.admin'), q: 'e', limit: '3' } }),
  },
  'POST exportAuditLog': {
    seat: 'acme.admin',
    make: async () => ({ body: { format: 'csv', from: '2026-01-01' } }),
  },
  'POST prepareAuditExport': {
    seat: 'acme.admin',
    make: async () => ({ body: { format: 'json', group: 'people' } }),
  },
};
