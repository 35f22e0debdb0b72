import type { clientViewEndpoints } from '@/lib/client-view/endpoints';
import { acme, body, type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof clientViewEndpoints> = {
  'POST viewAs': body('acme.leader', () => ({ member_id: acme('client') }), { about: 'record' }),
  'DELETE viewAs': { ...query(), idle: 'there is no view to end' },
};
