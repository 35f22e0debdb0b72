import { queryOptions } from '@tanstack/react-query';
import { PAGE_PARTS } from '@/lib/dashboard/vocabulary';
import { call } from './api-client';

/** Query key of the dashboard. */
export const DASHBOARD = ['dashboard'] as const;

/** What the page begins with. */
export const readDashboardPage = ({ signal }: { signal: AbortSignal }) =>
  call('GET getdashboarddetails', { parts: [...PAGE_PARTS] }, { signal });

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
