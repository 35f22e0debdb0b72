import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { getDashboard } from '@/lib/dashboard/queries';
import { Dashboard, GetDashboard } from '@/lib/dashboard/schema';

export const dashboardEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'getdashboarddetails',
    summary: 'What the dashboard shows, in the caller’s own scope.',
    permission: 'dashboard.view',
    input: GetDashboard,
    output: Dashboard,
    shape: 'record',
    message: 'Dashboard.',
    run: getDashboard,
  }),
];
