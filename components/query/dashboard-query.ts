import { queryOptions } from '@tanstack/react-query';
import { pageParts } from '@/lib/dashboard/vocabulary';
import type { Role } from '@/lib/permission/schema';
import { call } from './api-client';

/** Query key of the dashboard. */
export const DASHBOARD = ['dashboard'] as const;

/** What the page begins with. */
export const dashboardPage = (role: Role) => ({
  queryKey: DASHBOARD,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET getdashboarddetails', { parts: pageParts(role) }, { signal }),
});

/** Of a client. */
export const clientHomeQuery = {
  queryKey: ['client-home'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET clientHome', {}, { signal }),
};

/** Of leaders and admins, each read on its own. */
export const workloadQuery = queryOptions({
  queryKey: ['workload'],
  queryFn: ({ signal }) => call('GET workload', {}, { signal }),
});
export const organisationStateQuery = queryOptions({
  queryKey: ['organisation-state'],
  queryFn: ({ signal }) => call('GET organisationState', {}, { signal }),
});
