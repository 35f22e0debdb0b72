import { type Examples, query } from '@/lib/test/example';
import type { todayEndpoints } from '@/lib/today/endpoints';

export const examples: Examples<typeof todayEndpoints> = {
  'GET today': query({}),
};
