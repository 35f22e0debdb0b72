/** No validator here: this file ships to browsers. */

/** The days that a workload counts, as filters name them. */
export const WORKLOAD_DAYS = 'next-7-days';

/** The tasks behind a person's line. */
export const workloadFilter = (memberId: string): string =>
  `assignee:${memberId};!status:4,5;due:overdue,${WORKLOAD_DAYS}`;
