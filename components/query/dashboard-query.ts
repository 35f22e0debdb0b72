import { call } from './api-client';

/** Query key of the dashboard. */
export const DASHBOARD = ['dashboard'] as const;

/** Of a client. */
export const clientHomeQuery = {
  queryKey: ['client-home'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET clientHome', {}, { signal }),
};
