import { type Examples, query } from '@/lib/test/example';
import type { waitingEndpoints } from '@/lib/waiting/endpoints';

export const examples: Examples<typeof waitingEndpoints> = {
  'GET waitingForMe': query({ kind: 'sign_off,question' }, 'acme.client'),
};
