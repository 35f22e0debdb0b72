import type { accessEndpoints } from '@/lib/access/endpoints';
import { acme, type Examples, inProject } from '@/lib/test/example';

export const examples: Examples<typeof accessEndpoints> = {
  'GET accessOf': {
    seat: 'acme.leader',
    make: async () => ({ query: { task_id: acme('WEB-1') } }),
    about: inProject(),
  },
};
