import type { efficiencyEndpoints } from '@/lib/efficiency/endpoints';
import { at, type Examples, inProject, WEB } from '@/lib/test/example';

export const examples: Examples<typeof efficiencyEndpoints> = {
  'GET projectEfficiency/{id}': { ...at('acme.user', () => `projectEfficiency/${WEB}`), about: inProject() },
};
