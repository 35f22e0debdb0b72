import type { teamHomeEndpoints } from '@/lib/team-home/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof teamHomeEndpoints> = {
  'GET workload': query({}, 'acme.leader'),
  'GET organisationState': query({}, 'acme.admin'),
};
