import type { searchEndpoints } from '@/lib/search/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof searchEndpoints> = {
  'GET search': query({ q: 'brand', kinds: 'task,comment' }),
};
