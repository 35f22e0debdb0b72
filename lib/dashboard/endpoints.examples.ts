import type { dashboardEndpoints } from '@/lib/dashboard/endpoints';
import { type Examples, query } from '@/lib/test/example';

export const examples: Examples<typeof dashboardEndpoints> = {
  'GET getdashboarddetails': query({ range: '14d' }),
};
