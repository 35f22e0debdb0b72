import type { presenceEndpoints } from '@/lib/presence/endpoints';
import { freshGroup, inGroup } from '@/lib/room/endpoints.examples';
import { body, type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof presenceEndpoints> = {
  'GET presence': query(),
  'PUT presence': body('acme.user', () => ({ state: 'active', status_text: 'At my desk' })),
  'POST typing': {
    ...body('acme.user', async (owner) => ({ room_id: await freshGroup(owner, 'user', 'leader', 'client') })),
    about: inGroup,
    idle: 'it is told to those who are there, and kept nowhere',
  },
};
