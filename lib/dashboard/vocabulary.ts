/** No validator here: this file ships to browsers. */

/** What a dashboard is read in, each of which may fail without the others. */
export const DASHBOARD_PARTS = [
  'counts',
  'my_day',
  'waiting',
  'projects',
  'activity',
  'workload',
  'organisation',
  'meetings',
] as const;
export type DashboardPart = (typeof DASHBOARD_PARTS)[number];

/** What its page begins with; the others are read after it. */
export const PAGE_PARTS = DASHBOARD_PARTS.slice(0, 5);
