import type { clientHomeEndpoints } from '@/lib/client-home/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof clientHomeEndpoints> = { 'GET clientHome': query({}, 'acme.client') };
