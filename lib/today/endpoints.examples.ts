import { body, type Examples, query } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import type { todayEndpoints } from '@/lib/today/endpoints';

export const examples: Examples<typeof todayEndpoints> = {
  'GET today': query({}),
  'POST markToday': {
    ...body('acme.user', () => ({ organisation_id: fixtureId('acme'), marks: { ids: [] } })),
    idle: 'no row is named',
  },
};
