import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { readDashboard } from '@/lib/dashboard/queries';
import { Dashboard, GetDashboard } from '@/lib/dashboard/schema';

export const dashboardEndpoints = defineEndpoints({
  'GET getdashboarddetails': query(
    GetDashboard,
    Dashboard,
    'dashboard.view',
    { steps: readDashboard },
    'What the dashboard shows, limited to what the caller may see. A part that cannot be read takes no other along.',
  ),
});
