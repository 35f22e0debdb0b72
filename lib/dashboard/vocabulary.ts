/** No validator here: this file ships to browsers. */
import type { Role } from '@/lib/permission/schema';

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

/** What its page begins with; the others are read after it. A client's page shows their tasks by `clientHome`. */
export const pageParts = (role: Role): DashboardPart[] =>
  role === 'client' ? ['counts', 'projects'] : DASHBOARD_PARTS.slice(0, 5);
