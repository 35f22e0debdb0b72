/** The key of what the dashboard shows. */
export const DASHBOARD = ['dashboard'] as const;
