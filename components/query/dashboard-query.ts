/** Query key of the dashboard. */
export const DASHBOARD = ['dashboard'] as const;
